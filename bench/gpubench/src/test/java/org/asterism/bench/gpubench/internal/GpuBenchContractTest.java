package org.asterism.bench.gpubench.internal;

import org.asterism.spi.application.Application;
import org.asterism.tck.ApplicationContract;

final class GpuBenchContractTest extends ApplicationContract {
    @Override
    protected Application application() {
        return new GpuBench();
    }
}
