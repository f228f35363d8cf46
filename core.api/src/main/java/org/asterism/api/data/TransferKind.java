package org.asterism.api.data;

/** Urgency of a transfer of data between memory nodes, the most urgent kind first. */
public enum TransferKind {
    /** A task that a worker has taken, or the program, waits for it. */
    FETCH,
    /** A task that is meant for a worker of the node will need the data; they stay there until it has run. */
    TASK_PREFETCH,
    /** The data will be needed there some time. */
    PREFETCH,
    /** To be made only when the link has nothing else to do; never at the price of other data. */
    IDLE_PREFETCH
}
