package org.asterism.profile;

/** Subject of a counter. */
public enum CounterScope {
    /** The runtime. */
    RUNTIME,
    /** Each worker. */
    WORKER,
    /** Each codelet, by its name. */
    CODELET
}
