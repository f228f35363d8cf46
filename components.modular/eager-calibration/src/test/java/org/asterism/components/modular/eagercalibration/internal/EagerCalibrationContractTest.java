package org.asterism.components.modular.eagercalibration.internal;

import org.asterism.spi.component.SchedulingComponentFactory;
import org.asterism.tck.FakePolicyContext;
import org.asterism.tck.SchedulingComponentContract;

class EagerCalibrationContractTest extends SchedulingComponentContract {
    @Override
    protected SchedulingComponentFactory factory() {
        return new EagerCalibrationFactory();
    }

    @Override
    protected void prepare(FakePolicyContext context) {
        context.predictor().times((task, worker, number) -> Double.NaN);
    }
}
