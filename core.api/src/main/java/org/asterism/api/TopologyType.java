package org.asterism.api;

/** The type of an object of a topology. The types and names are hwloc's. */
public enum TopologyType {
    /** The whole machine. */
    MACHINE,
    /** A processor package, or socket. */
    PACKAGE,
    /** A die within a package. */
    DIE,
    /** Objects that belong together for a reason that has no name. */
    GROUP,
    /** Memory with processing units near to it. */
    NUMA_NODE,
    /** A third-level cache. */
    L3,
    /** A second-level cache. */
    L2,
    /** A first-level cache. */
    L1,
    /** A processor core. */
    CORE,
    /** A processing unit: a hardware thread. */
    PU,
    /** A bridge to devices. */
    BRIDGE,
    /** A PCI device. */
    PCI_DEVICE,
    /** A device, as the operating system names it. */
    OS_DEVICE,
    /** Anything else. */
    OTHER
}
