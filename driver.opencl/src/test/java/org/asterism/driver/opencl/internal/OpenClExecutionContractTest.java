package org.asterism.driver.opencl.internal;

import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.asterism.api.Implementation;
import org.asterism.driver.opencl.internal.queue.SilencedQueues;
import org.asterism.spi.driver.ComputeUnit;
import org.asterism.spi.driver.Driver;
import org.asterism.tck.LosableDeviceContract;
import org.junit.jupiter.api.BeforeEach;

class OpenClExecutionContractTest extends LosableDeviceContract {
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
        return Map.of("memory.limit", "64m", "workers", "2", "pipeline", "3");
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

    @Override
    protected void lose(ComputeUnit unit) {
        SilencedQueues.silenceAll();
    }
}
