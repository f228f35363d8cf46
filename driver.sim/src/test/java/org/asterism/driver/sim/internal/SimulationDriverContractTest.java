package org.asterism.driver.sim.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.asterism.api.Clock;
import org.asterism.spi.driver.ComputeUnit;
import org.asterism.spi.driver.Driver;
import org.asterism.spi.driver.DriverRequest;
import org.asterism.tck.DriverContract;
import org.asterism.tck.VirtualEvents;
import org.junit.jupiter.api.Test;

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

    @Test
    void shouldGiveAlikeUnitsOneTiming() {
        List<ComputeUnit> units = driver().open(new DriverRequest(OptionalInt.empty(), clock(), properties()));
        assertEquals(
                2,
                units.stream()
                        .map(unit -> unit.timing().orElseThrow())
                        .distinct()
                        .count());
    }
}
