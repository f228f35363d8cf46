package org.asterism.components.modular.heft.internal;

import java.util.Map;
import org.asterism.spi.component.SchedulingComponentFactory;
import org.asterism.tck.PolicyOrder;
import org.asterism.tck.SchedulingComponentContract;

/** Without a choice, tasks go in the order of their priorities. */
class HeftOfOneChoiceContractTest extends SchedulingComponentContract {
    @Override
    protected SchedulingComponentFactory factory() {
        return new HeftFactory();
    }

    @Override
    protected Map<String, String> parameters() {
        return Map.of("choices", "1");
    }

    /** What comes in while a worker pulls is too late for it, however urgent. */
    @Override
    protected boolean worksAboveWorkers() {
        return false;
    }

    @Override
    protected PolicyOrder order() {
        return PolicyOrder.PRIORITY;
    }
}
