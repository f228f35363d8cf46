package org.asterism.spi.driver;

import org.osgi.annotation.versioning.ConsumerType;

/** A copy that was begun. The core's threads poll it, one at a time. */
@ConsumerType
public interface Transfer {
    /** A copy that ended when it was begun. */
    Transfer FINISHED = () -> true;

    /**
     * Whether the copy has ended: the memory that it reads may be changed, and what is asked of the device from now on,
     * kernels and copies, finds the data. Never blocks.
     *
     * @return true once it has
     * @throws Exception if it failed: the task that waits for it fails
     */
    boolean isFinished() throws Exception;

    /**
     * Whether the data have arrived. A device that does everything in the order in which it was asked may say that a
     * copy {@link #isFinished has ended} while the data are on their way. The core asks for the arrival only when it
     * measures how long copies take.
     *
     * @return true once they have; when the copy has ended, unless the driver says otherwise
     * @throws Exception as {@link #isFinished} does
     */
    default boolean hasArrived() throws Exception {
        return isFinished();
    }

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
     * Requests a notification when the copy has ended, so that no thread needs to poll.
     *
     * @param wake to be run once, by any thread, when {@link #isFinished} has become true or throws; at once if it has
     *     already
     * @return false if the driver cannot do that: the core goes on polling
     */
    default boolean whenFinished(Runnable wake) {
        return false;
    }
}
