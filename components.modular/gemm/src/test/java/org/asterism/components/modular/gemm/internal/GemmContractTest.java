package org.asterism.components.modular.gemm.internal;

import java.util.Map;
import org.asterism.spi.component.SchedulingComponentFactory;
import org.asterism.tck.SchedulingComponentContract;

class GemmContractTest extends SchedulingComponentContract {
    @Override
    protected SchedulingComponentFactory factory() {
        return new GemmFactory();
    }

    @Override
    protected Map<String, String> parameters() {
        return Map.of("codelets", "either cuda-only");
    }
}
