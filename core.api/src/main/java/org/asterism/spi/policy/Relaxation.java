package org.asterism.spi.policy;

import org.osgi.annotation.versioning.ProviderType;

/**
 * A period during which other threads may lock the calling worker. A {@code try} statement ends it. It costs no memory,
 * because the core creates one object per worker.
 *
 * @see PolicyContext#relax
 */
@ProviderType
@FunctionalInterface
public interface Relaxation extends AutoCloseable {
    /** For a thread that no other thread can lock. */
    Relaxation NONE = () -> {};

    /** Waits for the threads that have locked the worker meanwhile. Then its data are its own again. */
    @Override
    void close();
}
