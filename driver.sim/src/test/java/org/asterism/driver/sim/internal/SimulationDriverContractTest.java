package org.asterism.driver.sim.internal;

import java.util.Map;
import org.asterism.api.Clock;
import org.asterism.spi.driver.Driver;
import org.asterism.tck.DriverContract;
import org.asterism.tck.VirtualEvents;

class SimulationDriverContractTest extends DriverContract {
    @Override
    protected Driver driver() {
        return new SimulationDriver();
    }

    @Override
    protected Map<String, String> properties() {
        return Map.of("machine", "node-2gpu", "execute", "true");
    }

    @Override
    protected Clock clock() {
        return new VirtualEvents();
    }
}
