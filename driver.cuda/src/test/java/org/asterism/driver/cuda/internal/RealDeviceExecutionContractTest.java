package org.asterism.driver.cuda.internal;

import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.asterism.api.Implementation;
import org.asterism.api.device.DeviceCode;
import org.asterism.spi.driver.Driver;
import org.asterism.tck.DeviceExecutionContract;
import org.junit.jupiter.api.BeforeEach;

/**
 * On a real device, if there is one. It is not lost here: CUDA promises nothing to a process that has lost a device, so
 * tests behind that could fail.
 */
final class RealDeviceExecutionContractTest extends DeviceExecutionContract {
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
    protected Map<String, String> properties() {
        return Map.of("memory.limit", "64m", "workers", "2", "pipeline", "3");
    }

    @Override
    protected Implementation doubling() {
        return Kernels.TWICE;
    }

    @Override
    protected Implementation failing(Exception failure) {
        return (DeviceCode) context -> {
            throw failure;
        };
    }

    @Override
    protected Implementation heldUntil(CountDownLatch go) {
        return Gate.heldUntil(go);
    }
}
