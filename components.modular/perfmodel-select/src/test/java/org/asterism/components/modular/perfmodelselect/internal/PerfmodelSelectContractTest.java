package org.asterism.components.modular.perfmodelselect.internal;

import org.asterism.spi.component.SchedulingComponentFactory;
import org.asterism.tck.SchedulingComponentContract;

class PerfmodelSelectContractTest extends SchedulingComponentContract {
    @Override
    protected SchedulingComponentFactory factory() {
        return new PerfmodelSelectFactory();
    }
}
