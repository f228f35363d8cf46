package org.asterism.examples.contexts.internal;

import org.asterism.spi.application.Application;
import org.asterism.tck.ApplicationContract;

final class ContextsDemoContractTest extends ApplicationContract {
    @Override
    protected Application application() {
        return new ContextsDemo();
    }
}
