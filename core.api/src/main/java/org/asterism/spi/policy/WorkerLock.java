package org.asterism.spi.policy;

import org.osgi.annotation.versioning.ProviderType;

/**
 * A worker's lock that the calling thread holds. A {@code try} statement releases it. It costs no memory, because the
 * core creates one object per worker.
 *
 * @see PolicyContext#lock
 */
@ProviderType
@FunctionalInterface
public interface WorkerLock extends AutoCloseable {
    /** A lock that need not be taken, nor given back. */
    WorkerLock NONE = () -> {};

    /** Gives the lock back, by the thread that took it, and ends the relaxing that came with it. */
    @Override
    void close();
}
