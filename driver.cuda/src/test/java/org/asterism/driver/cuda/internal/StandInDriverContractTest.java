package org.asterism.driver.cuda.internal;

import java.util.concurrent.atomic.AtomicInteger;
import org.asterism.api.Implementation;
import org.asterism.api.device.DeviceCode;
import org.asterism.spi.driver.Driver;
import org.asterism.tck.DriverContract;
import org.junit.jupiter.api.BeforeEach;

/** On the stand-in. */
final class StandInDriverContractTest extends DriverContract {
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
