package org.asterism.driver.cuda.internal;

import org.asterism.spi.driver.Driver;
import org.asterism.tck.DeviceMemoryContract;
import org.junit.jupiter.api.BeforeEach;

/** On the stand-in: two devices that reach each other. */
final class StandInMemoryContractTest extends DeviceMemoryContract {
    private StandIn standIn;

    @BeforeEach
    void needsTheStandIn() {
        standIn = StandIn.assume();
    }

    @Override
    protected Driver driver() {
        return standIn.driver();
    }
}
