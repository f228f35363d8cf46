package org.asterism.driver.sim.internal;

import java.util.Map;
import org.asterism.api.Clock;
import org.asterism.spi.driver.Driver;
import org.asterism.tck.ExecutionContract;
import org.asterism.tck.VirtualEvents;

class SimulatedExecutionContractTest extends ExecutionContract {
    @Override
    protected Driver driver() {
        return new SimulationDriver();
    }

    @Override
    protected Map<String, String> properties() {
        return Map.of("machine", "node-2gpu", "execute", "true", "memory.limit", "64m", "workers.cpu", "1");
    }

    @Override
    protected Clock clock() {
        return new VirtualEvents();
    }
}
