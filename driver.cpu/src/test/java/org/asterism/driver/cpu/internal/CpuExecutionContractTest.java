package org.asterism.driver.cpu.internal;

import org.asterism.spi.driver.Driver;
import org.asterism.tck.ExecutionContract;

final class CpuExecutionContractTest extends ExecutionContract {
    @Override
    protected Driver driver() {
        return CpuDriverContractTest.cpuDriver();
    }
}
