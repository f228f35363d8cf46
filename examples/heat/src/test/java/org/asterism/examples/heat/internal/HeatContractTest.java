package org.asterism.examples.heat.internal;

import org.asterism.spi.application.Application;
import org.asterism.tck.ApplicationContract;

final class HeatContractTest extends ApplicationContract {
    @Override
    protected Application application() {
        return new HeatApplication();
    }
}
