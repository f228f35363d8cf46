package org.asterism.components.modular.prio.internal;

import java.util.Map;
import org.asterism.spi.component.SchedulingComponentFactory;
import org.asterism.tck.PolicyOrder;
import org.asterism.tck.SchedulingComponentContract;

class BoundedPrioContractTest extends SchedulingComponentContract {
    @Override
    protected SchedulingComponentFactory factory() {
        return new PrioFactory();
    }

    @Override
    protected Map<String, String> parameters() {
        return Map.of("ntasks", "30", "ready", "true", "exp", "true");
    }

    @Override
    protected PolicyOrder order() {
        return PolicyOrder.PRIORITY;
    }
}
