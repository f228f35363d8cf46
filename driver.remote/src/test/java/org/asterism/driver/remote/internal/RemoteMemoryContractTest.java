package org.asterism.driver.remote.internal;

import org.asterism.spi.driver.Driver;
import org.asterism.tck.DeviceMemoryContract;
import org.junit.jupiter.api.AfterEach;

final class RemoteMemoryContractTest extends DeviceMemoryContract {
    private final RemoteContract contract = new RemoteContract(1).and("node2");

    @AfterEach
    void close() {
        contract.close();
    }

    @Override
    protected Driver driver() {
        return contract.driver();
    }
}
