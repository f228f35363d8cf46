package org.asterism.driver.remote.internal;

import java.util.concurrent.CountDownLatch;
import org.asterism.api.Implementation;
import org.asterism.api.Kernel;
import org.asterism.spi.driver.ComputeUnit;
import org.asterism.spi.driver.Driver;
import org.asterism.tck.LosableDeviceContract;
import org.junit.jupiter.api.AfterEach;

final class RemoteExecutionContractTest extends LosableDeviceContract {
    private final RemoteContract contract = new RemoteContract(2);
    private final Implementation doubling = contract.known((Kernel) super.doubling());

    @AfterEach
    void close() {
        contract.close();
    }

    @Override
    protected Driver driver() {
        return contract.driver();
    }

    @Override
    protected Implementation doubling() {
        return doubling;
    }

    @Override
    protected Implementation failing(Exception failure) {
        return contract.known((Kernel) super.failing(failure));
    }

    @Override
    protected Implementation heldUntil(CountDownLatch go) {
        return contract.known(context -> go.await());
    }

    @Override
    protected boolean inspects() {
        return false;
    }

    @Override
    protected boolean reports(Throwable reported, Exception failure) {
        return RemoteContract.reports(reported, failure);
    }

    @Override
    protected void lose(ComputeUnit unit) {
        RemoteContract.lose(contract, unit);
    }
}
