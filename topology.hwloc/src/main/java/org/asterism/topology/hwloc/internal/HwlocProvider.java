package org.asterism.topology.hwloc.internal;

import java.nio.file.Path;
import java.util.BitSet;
import java.util.function.Consumer;
import org.asterism.spi.topology.Topology;
import org.asterism.spi.topology.TopologyProvider;

/**
 * Topologies through libhwloc, which is loaded at the first query. If it then does not work, the JDK's view takes its
 * place.
 *
 * <p>Calls of libhwloc are made under one lock; they are few, and made when workers start.
 */
final class HwlocProvider implements TopologyProvider {
    static final String PROVIDER = "hwloc";

    private static final System.Logger LOG = System.getLogger(HwlocProvider.class.getName());

    private final String library;
    private final TopologyProvider substitute;
    private final Consumer<HwlocUnavailableException> whenUnavailable;
    private Hwloc hwloc;
    private Topology machine;
    private boolean closed;

    /**
     * Makes a provider; nothing is loaded yet.
     *
     * @param library the name to load; empty to look for it at the first query
     * @param substitute the provider that takes over if libhwloc fails
     * @param whenUnavailable told once if it does
     */
    HwlocProvider(String library, TopologyProvider substitute, Consumer<HwlocUnavailableException> whenUnavailable) {
        this.library = library;
        this.substitute = substitute;
        this.whenUnavailable = whenUnavailable;
    }

    /** Reports that libhwloc is not used. */
    static void warn(HwlocUnavailableException reason) {
        LOG.log(
                System.Logger.Level.WARNING,
                "topology.hwloc: works without libhwloc, by what the JDK and /sys tell: " + reason.getMessage());
    }

    @Override
    public synchronized Topology machine() {
        if (machine == null) {
            machine = usesHwloc() ? readMachine() : substitute.machine();
        }
        return machine;
    }

    private Topology readMachine() {
        try {
            return hwloc.machine();
        } catch (HwlocUnavailableException | IllegalArgumentException e) {
            giveUp(e);
            return substitute.machine();
        }
    }

    /**
     * Levels that are all named are built here: that is the same tree, much faster, and with reasons when it is
     * refused.
     */
    @Override
    public Topology synthetic(String description) {
        try {
            return SyntheticDescription.build(description);
        } catch (UnsupportedOperationException e) {
            return syntheticByHwloc(description);
        }
    }

    /** {@link #synthetic} for all of hwloc's notation. */
    synchronized Topology syntheticByHwloc(String description) {
        SyntheticDescription.checkSize(description, SyntheticDescription.MOST_UNITS_BY_HWLOC);
        if (!usesHwloc()) {
            return substitute.synthetic(description);
        }
        try {
            return hwloc.synthetic(description);
        } catch (HwlocUnavailableException e) {
            giveUp(e);
            return substitute.synthetic(description);
        }
    }

    @Override
    public Topology xml(Path file) {
        return XmlTopology.read(file);
    }

    @Override
    public synchronized boolean bindCurrentThread(BitSet processingUnits) {
        Binding.check(processingUnits);
        machine();
        return usesHwloc() ? hwloc.bind(processingUnits) : substitute.bindCurrentThread(processingUnits);
    }

    /** Gives libhwloc's memory back. Who still has this provider goes on with the substitute. */
    synchronized void close() {
        closed = true;
        if (hwloc != null) {
            hwloc.close();
            hwloc = null;
        }
    }

    private boolean usesHwloc() {
        if (!closed && hwloc == null) {
            try {
                hwloc = Hwloc.load(library.isEmpty() ? HwlocProbe.find("") : library);
            } catch (HwlocUnavailableException e) {
                giveUp(e);
            }
        }
        return !closed;
    }

    private void giveUp(Exception reason) {
        close();
        whenUnavailable.accept(
                reason instanceof HwlocUnavailableException unavailable
                        ? unavailable
                        : new HwlocUnavailableException(reason.getMessage(), reason));
    }
}
