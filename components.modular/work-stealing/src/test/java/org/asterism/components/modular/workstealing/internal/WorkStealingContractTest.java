package org.asterism.components.modular.workstealing.internal;

import org.asterism.spi.component.SchedulingComponentFactory;
import org.asterism.tck.SchedulingComponentContract;

class WorkStealingContractTest extends SchedulingComponentContract {
    @Override
    protected SchedulingComponentFactory factory() {
        return new WorkStealingFactory();
    }
}
