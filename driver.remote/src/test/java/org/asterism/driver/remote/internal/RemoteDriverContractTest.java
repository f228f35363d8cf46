package org.asterism.driver.remote.internal;

import java.util.concurrent.atomic.AtomicInteger;
import org.asterism.api.Implementation;
import org.asterism.spi.driver.Driver;
import org.asterism.tck.DriverContract;
import org.junit.jupiter.api.AfterEach;

final class RemoteDriverContractTest extends DriverContract {
    private final RemoteContract contract = new RemoteContract(2);

    @AfterEach
    void close() {
        contract.close();
    }

    @Override
    protected Driver driver() {
        return contract.driver();
    }

    @Override
    protected Implementation counting(AtomicInteger runs) {
        return contract.known(context -> runs.incrementAndGet());
    }

    @Override
    protected Implementation failing(Exception failure) {
        return contract.known(context -> {
            throw failure;
        });
    }

    @Override
    protected boolean reports(Throwable reported, Exception failure) {
        return RemoteContract.reports(reported, failure);
    }
}
