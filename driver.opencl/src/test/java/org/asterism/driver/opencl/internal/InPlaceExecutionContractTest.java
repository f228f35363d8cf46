package org.asterism.driver.opencl.internal;

import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.asterism.api.Implementation;
import org.asterism.spi.driver.Driver;
import org.asterism.tck.DeviceExecutionContract;
import org.junit.jupiter.api.BeforeEach;

/** With data in main memory, which can be had when the device is lost. */
class InPlaceExecutionContractTest extends DeviceExecutionContract {
    @BeforeEach
    void assumeOpenCl() {
        Pocl.assumeThere();
    }

    @Override
    protected Driver driver() {
        return Pocl.driver();
    }

    @Override
    protected Map<String, String> properties() {
        return Map.of("zero.copy", "true", "pipeline", "3");
    }

    @Override
    protected Implementation doubling() {
        return ContractKernels.DOUBLING;
    }

    @Override
    protected Implementation failing(Exception failure) {
        return ContractKernels.failing(failure);
    }

    @Override
    protected Implementation heldUntil(CountDownLatch go) {
        return ContractKernels.heldUntil(go);
    }
}
