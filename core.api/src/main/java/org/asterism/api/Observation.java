package org.asterism.api;

import org.osgi.annotation.versioning.ProviderType;

/**
 * Handle of a registered observer. Closing it ends the observation; the runtime ends it at the latest when it closes.
 * Any thread may close it.
 */
@ProviderType
public interface Observation extends AutoCloseable {
    /**
     * Ends the observation. No call begins after this has returned, but calls that other threads have begun before may
     * still be under way. Does nothing the second time.
     */
    @Override
    void close();
}
