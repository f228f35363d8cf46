package org.asterism.trace.internal.format;

/**
 * Kinds of records, with their codes in the file. Their order is that of the life of a task; later versions added kinds
 * with higher codes.
 */
public enum EventKind {
    SUBMITTED(1),
    READY(2),
    PUSHED(3),
    DECIDED(4),
    STORED(27),
    POPPED(5),
    FETCHING(6),
    FETCHED(7),
    LAUNCHED(8),
    EXECUTED(9),
    TOOK_PART(10),
    DEPENDENCIES(11),
    COMPLETED(12),
    CALLBACK_BEGAN(13),
    CALLBACK_ENDED(14),
    SLEPT(15),
    WOKE(16),
    TRANSFER_BEGAN(17),
    TRANSFERRED(18),
    ALLOCATED(19),
    FREED(20),
    POLICY_CHANGED(21),
    JOINED(22),
    LEFT(23),
    LOST(24),
    /** Since 1.1. */
    ITERATION_BEGAN(25),
    /** Since 1.1. */
    ITERATION_ENDED(26),
    /** Since 1.1. */
    TRANSFER_FAILED(29),
    /** Sets the time of the stream; no event. */
    TIME(30),
    EVENTS_LOST(31);

    private static final EventKind[] BY_CODE = new EventKind[32];

    static {
        for (EventKind kind : values()) {
            BY_CODE[kind.code] = kind;
        }
    }

    private final int code;

    EventKind(int code) {
        this.code = code;
    }

    /** The code in the first word of a record. */
    public int code() {
        return code;
    }

    /** The kind with a code, or null if this version does not know it. */
    public static EventKind of(int code) {
        return code < BY_CODE.length ? BY_CODE[code] : null;
    }
}
