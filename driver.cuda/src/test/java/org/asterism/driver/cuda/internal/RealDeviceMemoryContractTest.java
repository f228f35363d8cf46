package org.asterism.driver.cuda.internal;

import org.asterism.spi.driver.Driver;
import org.asterism.tck.DeviceMemoryContract;
import org.junit.jupiter.api.BeforeEach;

/** On a real device, if there is one. */
final class RealDeviceMemoryContractTest extends DeviceMemoryContract {
    private Driver driver;

    @BeforeEach
    void needsADevice() {
        driver = RealDevice.assume();
    }

    @Override
    protected Driver driver() {
        return driver;
    }
}
