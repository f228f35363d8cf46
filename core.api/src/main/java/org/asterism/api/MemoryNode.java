package org.asterism.api;

import org.osgi.annotation.versioning.ProviderType;

/**
 * A memory that workers use: main memory, or that of a device. A handle has at most one copy of its data, a replicate,
 * on each node; the runtime copies data to the node where a task needs them. Any thread may ask.
 */
@ProviderType
public interface MemoryNode {
    /** The id of main memory. */
    int MAIN = 0;

    /**
     * The node's number within its runtime; not used again when the node has left.
     *
     * @return from 0, which is main memory
     */
    int id();

    /**
     * The node's name, such as {@code main} or {@code ram-1}.
     *
     * @return unique within its runtime
     */
    String name();

    /**
     * How much memory the runtime may use there.
     *
     * @return bytes; {@link Long#MAX_VALUE} if there is no limit
     */
    long capacity();

    /**
     * How much memory replicates take there, without the program's own at home.
     *
     * @return bytes, roughly as of now
     */
    long used();

    /**
     * How much memory is kept there for replicates to come.
     *
     * @return bytes, roughly as of now; given back when it is needed
     */
    long cached();

    /**
     * How much was copied there from other nodes.
     *
     * @return bytes since the node is there, roughly as of now
     */
    long received();

    /**
     * How much was copied from there to other nodes.
     *
     * @return bytes since the node is there, roughly as of now
     */
    long sent();
}
