package org.asterism.examples.lu.internal;

import org.asterism.spi.application.Application;
import org.asterism.tck.ApplicationContract;

final class LuContractTest extends ApplicationContract {
    @Override
    protected Application application() {
        return new LuApplication();
    }
}
