package org.asterism.spi.driver;

import org.osgi.annotation.versioning.ConsumerType;

/** A kernel that was launched. Asked by its worker's thread only. */
@ConsumerType
public interface Execution {
    /** A kernel that ended within its launch. */
    Execution FINISHED = () -> true;

    /**
     * Whether the kernel has ended. Never blocks.
     *
     * @return true once it has
     * @throws Exception if the kernel failed: its task does
     */
    boolean isFinished() throws Exception;

    /**
     * When to ask next.
     *
     * @return a time of the runtime's {@link org.asterism.api.Clock}, or {@link Long#MAX_VALUE} if unknown; virtual time
     *     stops there
     */
    default long nextPoll() {
        return Long.MAX_VALUE;
    }
}
