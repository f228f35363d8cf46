package org.asterism.driver.opencl.internal;

import java.util.Map;
import org.asterism.spi.driver.Driver;
import org.asterism.tck.DeviceMemoryContract;
import org.junit.jupiter.api.BeforeEach;

class OpenClMemoryContractTest extends DeviceMemoryContract {
    @BeforeEach
    void assumeOpenCl() {
        Pocl.assumeThere();
    }

    @Override
    protected Driver driver() {
        return Pocl.driver();
    }

    /** PoCL hands out more than the machine has. */
    @Override
    protected Map<String, String> properties() {
        return Map.of("memory.limit", "256m");
    }
}
