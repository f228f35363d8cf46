package org.asterism.examples.gemm.internal;

import org.asterism.spi.application.Application;
import org.asterism.tck.ApplicationContract;

final class GemmContractTest extends ApplicationContract {
    @Override
    protected Application application() {
        return new GemmApplication();
    }
}
