package org.asterism.api.tree;

/**
 * The property that the workers of a group share. Workers without a known object of this level form no group. Such
 * workers are directly below the nearest component above.
 */
public enum Level {
    /** The whole machine. */
    MACHINE("machine"),
    /** A NUMA node of the machine, with the processing units near to it. */
    NUMA_NODE("numa-node"),
    /** A processor package. */
    SOCKET("socket"),
    /** The outermost cache that processing units share. */
    CACHE("cache"),
    /** A memory node of the runtime: main memory, or a device's. */
    MEMORY_NODE("memory-node"),
    /** Workers of one architecture. */
    ARCHITECTURE("architecture"),
    /** One worker. */
    WORKER("worker"),
    /**
     * Workers of processor cores that run parallel tasks together: each of the {@link org.asterism.api.CombinedWorker
     * combined workers} all of whose members are meant. What follows leads to them together, and not to each.
     */
    COMBINED_WORKER("combined-worker");

    private final String word;

    Level(String word) {
        this.word = word;
    }

    /** The level as descriptions write it. */
    @Override
    public String toString() {
        return word;
    }
}
