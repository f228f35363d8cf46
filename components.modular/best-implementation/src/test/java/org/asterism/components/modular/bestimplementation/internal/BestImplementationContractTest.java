package org.asterism.components.modular.bestimplementation.internal;

import org.asterism.spi.component.SchedulingComponentFactory;
import org.asterism.tck.SchedulingComponentContract;

class BestImplementationContractTest extends SchedulingComponentContract {
    @Override
    protected SchedulingComponentFactory factory() {
        return new BestImplementationFactory();
    }
}
