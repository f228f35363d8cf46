package org.asterism.spi.driver;

import org.osgi.annotation.versioning.ConsumerType;

/** A kernel that was launched. Only its worker's thread polls it. */
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
     * Returns the time of the next query.
     *
     * @return a time of the runtime's {@link org.asterism.api.Clock}, or {@link Long#MAX_VALUE} if unknown; virtual
     *     time stops there
     */
    default long nextPoll() {
        return Long.MAX_VALUE;
    }

    /**
     * Requests a notification when the kernel has ended, so that the worker can sleep instead of polling.
     *
     * @param wake to be run once, by any thread, when {@link #isFinished} has become true or throws; at once if it has
     *     already. It does no more than wake the worker, and throws nothing
     * @return false if the driver cannot do that: the worker goes on polling
     */
    default boolean whenFinished(Runnable wake) {
        return false;
    }

    /**
     * Returns how long the kernel ran on the device, if the driver measures that; called once, when the kernel
     * {@link #isFinished has ended} successfully.
     *
     * @return nanoseconds; negative if it does not: the core takes the time from the launch, or from the end of the
     *     kernel before, to the end
     */
    default long kernelNanos() {
        return -1;
    }
}
