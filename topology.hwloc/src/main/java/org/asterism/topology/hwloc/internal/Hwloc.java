package org.asterism.topology.hwloc.internal;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.BitSet;
import java.util.List;
import org.asterism.spi.topology.Topology;

/**
 * The loaded library libhwloc. It returns topologies as XML, so nothing here depends on the layout of its structures.
 * Used by one thread at a time.
 */
final class Hwloc {
    private static final int MAJOR = 2;
    private static final int VERSION_2_1 = 0x20100;
    private static final long NO_FLAGS = 0;

    /**
     * Parts of hwloc that start whole GPU runtimes only to name their devices, which can take a second; the PCI devices
     * are seen without them.
     */
    private static final List<String> SLOW_COMPONENTS = List.of("opencl", "cuda", "nvml", "rsmi", "levelzero", "gl");

    private final HwlocLibrary library;
    private MemorySegment machine;

    private Hwloc(HwlocLibrary library) {
        this.library = library;
    }

    /**
     * Loads the library.
     *
     * @param name a file name or path that the system's loader finds
     * @throws HwlocUnavailableException if it cannot be loaded, or is not version 2
     */
    static Hwloc load(String name) throws HwlocUnavailableException {
        try {
            HwlocLibrary library = new HwlocLibrary(name);
            if (!library.has("hwloc_get_api_version")) {
                throw new HwlocUnavailableException(
                        name + " is not hwloc: name libhwloc of version 2 (Debian: libhwloc15)", null);
            }
            checkVersion(name, library.call("hwloc_get_api_version"));
            return new Hwloc(library);
        } catch (IllegalArgumentException | IllegalCallerException e) {
            throw new HwlocUnavailableException(name + " cannot be loaded: " + firstLine(e), e);
        }
    }

    static void checkVersion(String name, int version) throws HwlocUnavailableException {
        if (version >>> 16 != MAJOR) {
            throw new HwlocUnavailableException(
                    name + " has API version " + (version >>> 16) + "." + (version >>> 8 & 0xff)
                            + ", but only 2.x is understood: install hwloc 2 (Debian: libhwloc15)",
                    null);
        }
    }

    private static String firstLine(Throwable e) {
        return String.valueOf(e.getMessage()).lines().findFirst().orElse("") + " ("
                + e.getClass().getSimpleName() + ")";
    }

    /**
     * Reads this machine and keeps it, for {@link #bind}.
     *
     * @throws HwlocUnavailableException if hwloc cannot
     */
    Topology machine() throws HwlocUnavailableException {
        MemorySegment topology = init();
        boolean done = false;
        try {
            library.call("hwloc_topology_set_io_types_filter", topology, HwlocLibrary.HWLOC_TYPE_FILTER_KEEP_IMPORTANT);
            if (library.call("hwloc_get_api_version") >= VERSION_2_1) {
                for (String component : SLOW_COMPONENTS) {
                    library.call(
                            "hwloc_topology_set_components",
                            topology,
                            HwlocLibrary.HWLOC_TOPOLOGY_COMPONENTS_FLAG_BLACKLIST,
                            component);
                }
            }
            if (library.call("hwloc_topology_load", topology) != 0) {
                throw new HwlocUnavailableException("hwloc cannot read this machine", null);
            }
            restrictToThisProcess(topology);
            Topology read = XmlTopology.read(export(topology), null);
            machine = topology;
            done = true;
            return read;
        } finally {
            if (!done) {
                library.call("hwloc_topology_destroy", topology);
            }
        }
    }

    /** hwloc itself leaves out what control groups forbid, but not what {@code taskset} does. */
    private void restrictToThisProcess(MemorySegment topology) throws HwlocUnavailableException {
        if (library.call("hwloc_topology_is_thissystem", topology) == 0) {
            return;
        }
        MemorySegment allowed = library.callForPointer("hwloc_bitmap_alloc");
        try {
            // Some systems cannot say to what a process is bound, because they cannot bind one.
            boolean known =
                    library.call("hwloc_get_cpubind", topology, allowed, HwlocLibrary.HWLOC_CPUBIND_PROCESS) == 0;
            if (known
                    && library.call(
                                    "hwloc_topology_restrict",
                                    topology,
                                    allowed,
                                    HwlocLibrary.HWLOC_RESTRICT_FLAG_ADAPT_IO)
                            != 0) {
                throw new HwlocUnavailableException(
                        "hwloc cannot restrict the machine to what this process may use", null);
            }
        } finally {
            library.call("hwloc_bitmap_free", allowed);
        }
    }

    /**
     * Makes a machine from a description.
     *
     * @throws IllegalArgumentException if hwloc refuses it; hwloc does not say why
     */
    Topology synthetic(String description) throws HwlocUnavailableException {
        MemorySegment topology = init();
        try {
            if (library.call("hwloc_topology_set_synthetic", topology, description) != 0
                    || library.call("hwloc_topology_load", topology) != 0) {
                throw new IllegalArgumentException("synthetic topology '" + ProcessorSets.shortened(description)
                        + "' is refused by hwloc; a valid one is 'pack:2 numa:1 core:4 pu:2'");
            }
            return XmlTopology.read(export(topology), "synthetic " + description.strip());
        } finally {
            library.call("hwloc_topology_destroy", topology);
        }
    }

    /** Binds the calling thread; {@link #machine} must have been read. */
    boolean bind(BitSet processingUnits) {
        // For a machine that is read from a file (HWLOC_XMLFILE), hwloc pretends to bind.
        if (library.call("hwloc_topology_is_thissystem", machine) == 0) {
            return false;
        }
        MemorySegment set = library.callForPointer("hwloc_bitmap_alloc");
        try {
            processingUnits.stream().forEach(unit -> library.call("hwloc_bitmap_set", set, unit));
            return library.call("hwloc_set_cpubind", machine, set, HwlocLibrary.HWLOC_CPUBIND_THREAD) == 0;
        } finally {
            library.call("hwloc_bitmap_free", set);
        }
    }

    /** Gives the machine back. */
    void close() {
        if (machine != null) {
            library.call("hwloc_topology_destroy", machine);
            machine = null;
        }
    }

    private MemorySegment init() throws HwlocUnavailableException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment topology = arena.allocate(ADDRESS);
            if (library.call("hwloc_topology_init", topology) != 0) {
                throw new HwlocUnavailableException("hwloc has no memory for a topology", null);
            }
            return topology.get(ADDRESS, 0);
        }
    }

    @SuppressWarnings("restricted") // hwloc says how long its buffer is
    private byte[] export(MemorySegment topology) throws HwlocUnavailableException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment buffer = arena.allocate(ADDRESS);
            MemorySegment length = arena.allocate(JAVA_INT);
            if (library.call("hwloc_topology_export_xmlbuffer", topology, buffer, length, NO_FLAGS) != 0) {
                throw new HwlocUnavailableException("hwloc cannot write a topology as XML", null);
            }
            MemorySegment text = buffer.get(ADDRESS, 0);
            try {
                long withoutTerminator = length.get(JAVA_INT, 0) - 1;
                return text.reinterpret(withoutTerminator).toArray(JAVA_BYTE);
            } finally {
                library.call("hwloc_free_xmlbuffer", topology, text);
            }
        }
    }
}
