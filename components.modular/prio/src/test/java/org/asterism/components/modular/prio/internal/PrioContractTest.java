package org.asterism.components.modular.prio.internal;

import org.asterism.spi.component.SchedulingComponentFactory;
import org.asterism.tck.PolicyOrder;
import org.asterism.tck.SchedulingComponentContract;

class PrioContractTest extends SchedulingComponentContract {
    @Override
    protected SchedulingComponentFactory factory() {
        return new PrioFactory();
    }

    @Override
    protected PolicyOrder order() {
        return PolicyOrder.PRIORITY;
    }
}
