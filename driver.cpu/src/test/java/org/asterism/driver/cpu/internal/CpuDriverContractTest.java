package org.asterism.driver.cpu.internal;

import java.util.Map;
import org.asterism.spi.driver.Driver;
import org.asterism.tck.DriverContract;

final class CpuDriverContractTest extends DriverContract {
    static Driver cpuDriver() {
        return new CpuDriver(
                new CpuDriverTest.Configuration(0, 1, true, ""), Map.of(), new FakeTopology(2, 4), Map.of(), 2);
    }

    @Override
    protected Driver driver() {
        return cpuDriver();
    }
}
