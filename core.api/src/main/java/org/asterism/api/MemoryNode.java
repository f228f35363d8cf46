package org.asterism.api;

import org.osgi.annotation.versioning.ProviderType;

/**
 * A memory that workers use: main memory, or that of a device. A handle has at most one copy of its data, a replicate,
 * on each node; the runtime copies data to the node where a task needs them. Any thread may call its methods.
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
     * Returns how much memory the runtime may use there.
     *
     * @return bytes; {@link Long#MAX_VALUE} if there is no limit
     */
    long capacity();

    /**
     * Returns how much memory replicates use there, without the program's own memory at home.
     *
     * @return bytes, roughly as of now
     */
    long used();

    /**
     * Returns how much memory is kept there for later replicates.
     *
     * @return bytes, roughly as of now; released when it is needed
     */
    long cached();

    /**
     * Returns the amount of data copied there from other nodes.
     *
     * @return bytes since the node exists, roughly as of now
     */
    long received();

    /**
     * Returns the amount of data copied from there to other nodes.
     *
     * @return bytes since the node exists, roughly as of now
     */
    long sent();
}
