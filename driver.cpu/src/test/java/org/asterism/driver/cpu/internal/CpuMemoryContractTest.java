package org.asterism.driver.cpu.internal;

import java.util.Map;
import org.asterism.spi.driver.Driver;
import org.asterism.tck.DeviceMemoryContract;

final class CpuMemoryContractTest extends DeviceMemoryContract {
    @Override
    protected Driver driver() {
        return CpuDriverContractTest.cpuDriver();
    }

    @Override
    protected Map<String, String> properties() {
        return Map.of("memory.nodes", "3");
    }
}
