package org.asterism.driver.cuda.internal;

import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.asterism.api.Implementation;
import org.asterism.api.device.DeviceCode;
import org.asterism.spi.driver.ComputeUnit;
import org.asterism.spi.driver.Driver;
import org.asterism.tck.LosableDeviceContract;
import org.junit.jupiter.api.BeforeEach;

/** On the stand-in: two devices, with two workers each. */
final class StandInExecutionContractTest extends LosableDeviceContract {
    private static final int ECC_UNCORRECTABLE = 214;

    private StandIn standIn;

    @BeforeEach
    void needsTheStandIn() {
        standIn = StandIn.assume();
    }

    @Override
    protected Driver driver() {
        return standIn.driver();
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

    @Override
    protected void lose(ComputeUnit unit) {
        standIn.kill((int) unit.properties().get(ComputeUnit.DEVICE), ECC_UNCORRECTABLE);
    }
}
