package org.asterism.components.modular.stage.internal;

import org.asterism.spi.component.SchedulingComponentFactory;
import org.asterism.tck.SchedulingComponentContract;

class StageContractTest extends SchedulingComponentContract {
    @Override
    protected SchedulingComponentFactory factory() {
        return new StageFactory();
    }

    @Override
    protected boolean worksAboveStores() {
        return false;
    }
}
