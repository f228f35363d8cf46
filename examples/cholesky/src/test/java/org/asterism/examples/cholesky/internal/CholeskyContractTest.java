package org.asterism.examples.cholesky.internal;

import org.asterism.spi.application.Application;
import org.asterism.tck.ApplicationContract;

final class CholeskyContractTest extends ApplicationContract {
    @Override
    protected Application application() {
        return new CholeskyApplication();
    }
}
