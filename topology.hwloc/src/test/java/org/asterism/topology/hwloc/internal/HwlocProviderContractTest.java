package org.asterism.topology.hwloc.internal;

import org.asterism.spi.topology.TopologyProvider;
import org.asterism.tck.TopologyProviderContract;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

final class HwlocProviderContractTest extends TopologyProviderContract {
    private HwlocProvider provider;

    @BeforeEach
    void open() {
        provider = HwlocProviderTest.hwloc();
    }

    @AfterEach
    void close() {
        if (provider != null) {
            provider.close();
        }
    }

    @Override
    protected TopologyProvider provider() {
        return provider;
    }
}
