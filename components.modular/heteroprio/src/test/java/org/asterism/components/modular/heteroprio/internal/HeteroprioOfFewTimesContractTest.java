package org.asterism.components.modular.heteroprio.internal;

import org.asterism.spi.component.SchedulingComponentFactory;
import org.asterism.tck.FakePolicyContext;
import org.asterism.tck.SchedulingComponentContract;

/** Some tasks are known nowhere, some on one architecture only. */
class HeteroprioOfFewTimesContractTest extends SchedulingComponentContract {
    @Override
    protected SchedulingComponentFactory factory() {
        return new HeteroprioFactory();
    }

    @Override
    protected void prepare(FakePolicyContext context) {
        context.predictor().times((task, worker, number) -> switch ((int) (task.id() % 4)) {
            case 0 -> Double.NaN;
            case 1 -> worker.id() % 2 == 0 ? Double.NaN : 1_000_000;
            case 2 -> 0;
            default -> 1_000_000 * (1 + worker.id());
        });
    }
}
