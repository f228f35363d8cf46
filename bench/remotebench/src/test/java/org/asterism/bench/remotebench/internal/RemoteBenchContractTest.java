package org.asterism.bench.remotebench.internal;

import org.asterism.spi.application.Application;
import org.asterism.tck.ApplicationContract;

final class RemoteBenchContractTest extends ApplicationContract {
    @Override
    protected Application application() {
        return new RemoteBench();
    }
}
