package org.asterism.components.modular.heft.internal;

import org.asterism.spi.component.SchedulingComponentFactory;
import org.asterism.tck.SchedulingComponentContract;

class HeftContractTest extends SchedulingComponentContract {
    @Override
    protected SchedulingComponentFactory factory() {
        return new HeftFactory();
    }
}
