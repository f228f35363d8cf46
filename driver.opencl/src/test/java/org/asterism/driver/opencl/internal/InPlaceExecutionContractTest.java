package org.asterism.driver.opencl.internal;

import java.util.Map;

/** With data in main memory. */
class InPlaceExecutionContractTest extends OpenClExecutionContractTest {
    @Override
    protected Map<String, String> properties() {
        return Map.of("zero.copy", "true", "pipeline", "3");
    }
}
