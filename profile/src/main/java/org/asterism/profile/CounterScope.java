package org.asterism.profile;

/** What a counter counts for. */
public enum CounterScope {
    /** The runtime. */
    RUNTIME,
    /** Each worker. */
    WORKER,
    /** Each codelet, by its name. */
    CODELET
}
