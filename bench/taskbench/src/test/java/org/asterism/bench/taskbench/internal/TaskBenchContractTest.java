package org.asterism.bench.taskbench.internal;

import org.asterism.spi.application.Application;
import org.asterism.tck.ApplicationContract;

final class TaskBenchContractTest extends ApplicationContract {
    @Override
    protected Application application() {
        return new TaskBench();
    }
}
