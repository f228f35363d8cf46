package org.asterism.driver.remote.internal;

import org.asterism.core.internal.testing.HandDevice;
import org.asterism.core.internal.testing.HandDriver;
import org.asterism.core.internal.testing.InlineDriver;
import org.asterism.spi.driver.Driver;
import org.asterism.tck.DeviceMemoryContract;
import org.junit.jupiter.api.AfterEach;

/** The memories of a member's devices, with its main memory and another member. */
final class RemoteDeviceContractTest extends DeviceMemoryContract {
    private static final long CAPACITY = 200L << 20;

    private final RemoteContract contract =
            new RemoteContract(new InlineDriver(1), devices(new HandDriver())).and("node2");

    private static Driver devices(HandDriver driver) {
        driver.withCapacity(CAPACITY);
        HandDevice device = driver.comes(); // one, because the contract copies between all pairs of memories
        device.withCores();
        device.endAllFromNowOn();
        return driver;
    }

    @AfterEach
    void close() {
        contract.close();
    }

    @Override
    protected Driver driver() {
        return contract.driver();
    }
}
