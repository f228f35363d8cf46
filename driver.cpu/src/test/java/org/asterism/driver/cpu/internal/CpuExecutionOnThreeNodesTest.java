package org.asterism.driver.cpu.internal;

import java.util.Map;
import org.asterism.spi.driver.Driver;
import org.asterism.tck.ExecutionContract;

final class CpuExecutionOnThreeNodesTest extends ExecutionContract {
    @Override
    protected Driver driver() {
        return CpuDriverContractTest.cpuDriver();
    }

    @Override
    protected Map<String, String> properties() {
        return Map.of("memory.nodes", "3", "memory.limit", "1m");
    }
}
