package org.asterism.topology.hwloc.internal;

import org.asterism.spi.topology.TopologyProvider;
import org.asterism.tck.TopologyProviderContract;

final class JdkProviderContractTest extends TopologyProviderContract {
    @Override
    protected TopologyProvider provider() {
        return JdkProvider.here();
    }
}
