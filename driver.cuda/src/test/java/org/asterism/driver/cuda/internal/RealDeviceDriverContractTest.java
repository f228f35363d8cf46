package org.asterism.driver.cuda.internal;

import java.util.concurrent.atomic.AtomicInteger;
import org.asterism.api.Implementation;
import org.asterism.api.device.DeviceCode;
import org.asterism.spi.driver.Driver;
import org.asterism.tck.DriverContract;
import org.junit.jupiter.api.BeforeEach;

/** On a real device, if there is one. */
final class RealDeviceDriverContractTest extends DriverContract {
    private Driver driver;

    @BeforeEach
    void needsADevice() {
        driver = RealDevice.assume();
    }

    @Override
    protected Driver driver() {
        return driver;
    }

    @Override
    protected Implementation counting(AtomicInteger runs) {
        return (DeviceCode) context -> runs.incrementAndGet();
    }

    @Override
    protected Implementation failing(Exception failure) {
        return (DeviceCode) context -> {
            throw failure;
        };
    }
}
