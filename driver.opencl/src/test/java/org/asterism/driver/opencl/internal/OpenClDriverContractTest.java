package org.asterism.driver.opencl.internal;

import java.util.concurrent.atomic.AtomicInteger;
import org.asterism.api.Implementation;
import org.asterism.api.device.DeviceCode;
import org.asterism.spi.driver.Driver;
import org.asterism.tck.DriverContract;
import org.junit.jupiter.api.BeforeEach;

class OpenClDriverContractTest extends DriverContract {
    @BeforeEach
    void assumeOpenCl() {
        Pocl.assumeThere();
    }

    @Override
    protected Driver driver() {
        return Pocl.driver();
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
