package org.asterism.spi.policy;

import org.osgi.annotation.versioning.ProviderType;

/**
 * A time during which other threads may lock the calling worker. A {@code try} statement ends it. Costs no memory: the
 * core makes one per worker.
 *
 * @see PolicyContext#relax
 */
@ProviderType
@FunctionalInterface
public interface Relaxation extends AutoCloseable {
    /** For a thread that nobody could lock anyway. */
    Relaxation NONE = () -> {};

    /** Waits for whoever has locked the worker meanwhile. Its own data are its own again then. */
    @Override
    void close();
}
