package org.asterism.components.modular.fifo.internal;

import java.util.Map;
import org.asterism.spi.component.SchedulingComponentFactory;
import org.asterism.tck.SchedulingComponentContract;

class FifoOfExpectedLengthContractTest extends SchedulingComponentContract {
    @Override
    protected SchedulingComponentFactory factory() {
        return new FifoFactory();
    }

    @Override
    protected Map<String, String> parameters() {
        return Map.of("exp-len", "5ms", "ready-first", "true");
    }
}
