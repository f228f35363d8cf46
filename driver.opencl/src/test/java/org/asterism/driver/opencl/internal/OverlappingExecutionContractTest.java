package org.asterism.driver.opencl.internal;

import java.util.Map;

/** With queues that do not keep the order. */
class OverlappingExecutionContractTest extends OpenClExecutionContractTest {
    @Override
    protected Map<String, String> properties() {
        return Map.of("memory.limit", "64m", "out.of.order", "true", "pipeline", "4");
    }
}
