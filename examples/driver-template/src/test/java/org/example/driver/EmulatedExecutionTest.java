package org.example.driver;

import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.asterism.api.Implementation;
import org.asterism.api.Kernel;
import org.asterism.spi.driver.Driver;
import org.asterism.tck.DeviceExecutionContract;

/** Runs kernels through the contract of all drivers whose kernels run while the launching thread goes on. */
final class EmulatedExecutionTest extends DeviceExecutionContract {
    @Override
    protected Driver driver() {
        return new EmulatedDriver();
    }

    @Override
    protected Map<String, String> properties() {
        return Map.of(Settings.UNITS, "2");
    }

    @Override
    protected Implementation heldUntil(CountDownLatch go) {
        return (Kernel) _ -> go.await();
    }

    /** The driver runs Java kernels only, no code that uses the device's queue itself. */
    @Override
    protected boolean inspects() {
        return false;
    }
}
