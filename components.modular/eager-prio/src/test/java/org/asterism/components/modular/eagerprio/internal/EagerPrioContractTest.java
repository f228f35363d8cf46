package org.asterism.components.modular.eagerprio.internal;

import org.asterism.spi.component.SchedulingComponentFactory;
import org.asterism.tck.PolicyOrder;
import org.asterism.tck.SchedulingComponentContract;

class EagerPrioContractTest extends SchedulingComponentContract {
    @Override
    protected SchedulingComponentFactory factory() {
        return new EagerPrioFactory();
    }

    @Override
    protected PolicyOrder order() {
        return PolicyOrder.PRIORITY;
    }
}
