package org.asterism.topology.hwloc.internal;

import java.nio.file.Path;
import java.util.BitSet;
import org.asterism.spi.topology.Topology;
import org.asterism.spi.topology.TopologyProvider;
import org.osgi.annotation.bundle.Capability;

/**
 * The provider of programs without a container, which make one through {@link java.util.ServiceLoader}. Drivers,
 * policies and the start of a program each make their own. All of them use one {@link HwlocProvider}, because to read
 * the machine takes a tenth of a second.
 */
@Capability(
        namespace = "osgi.serviceloader",
        name = "org.asterism.spi.topology.TopologyProvider",
        attribute = "register:=\"${@class}\"")
public final class SharedProvider implements TopologyProvider {
    private static final HwlocProvider PROVIDER = new HwlocProvider("", JdkProvider.here(), HwlocProvider::warn);

    /** Called by {@link java.util.ServiceLoader}. */
    public SharedProvider() {}

    @Override
    public Topology machine() {
        return PROVIDER.machine();
    }

    @Override
    public Topology synthetic(String description) {
        return PROVIDER.synthetic(description);
    }

    @Override
    public Topology xml(Path file) {
        return PROVIDER.xml(file);
    }

    @Override
    public boolean bindCurrentThread(BitSet processingUnits) {
        return PROVIDER.bindCurrentThread(processingUnits);
    }
}
