package org.asterism.api;

import org.osgi.annotation.versioning.ProviderType;

/** The time in which an observer watches a runtime; it ends with the runtime at the latest. Any thread may close it. */
@ProviderType
public interface Observation extends AutoCloseable {
    /** Ends it: when this returns, the observer is told nothing more. Does nothing the second time. */
    @Override
    void close();
}
