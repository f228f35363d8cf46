package org.asterism.bench.parts.budget;

import java.util.Set;

/**
 * Operations that synchronise threads, by their cost. Opaque accesses and ordered writes are left out, because many
 * processors execute them as plain accesses.
 */
public enum Synchronisation {
    /** A compare-and-set, get-and-add and the like, also by the classes of {@code java.util.concurrent.atomic}. */
    READ_MODIFY_WRITE("rmw"),
    /** A write to a volatile field, or a full fence: both make the processor wait for its own writes. */
    VOLATILE_WRITE("write"),
    /** A read of a volatile field, or with acquire: the compiler must not use what it knows already. */
    VOLATILE_READ("read"),
    /** Entering a monitor. */
    MONITOR("lock"),
    /**
     * A call into {@code java.util.concurrent}, or on a collection that may be one of its; what it costs is not looked
     * at.
     */
    LIBRARY_CALL("library");

    private static final String ATOMICS = "java/util/concurrent/atomic/";
    private static final String LIBRARY = "java/util/concurrent/";
    private static final Set<String> COLLECTIONS =
            Set.of("java/util/Collection", "java/util/Set", "java/util/Map", "java/util/Queue", "java/util/Deque");
    private static final Set<String> READS = Set.of("get", "getVolatile", "getAcquire", "intValue", "longValue", "sum");
    private static final Set<String> WRITES = Set.of("set", "setVolatile", "fullFence");
    private static final Set<String> FREE = Set.of(
            "getPlain", "getOpaque", "lazySet", "setPlain", "setOpaque", "setRelease", "acquireFence", "releaseFence");

    private final String title;

    Synchronisation(String title) {
        this.title = title;
    }

    /** A word for it, as the title of a column. */
    String title() {
        return title;
    }

    /** The kind of a call, or null if it synchronises nothing. */
    static Synchronisation ofCall(String owner, String method) {
        boolean isVarHandle = owner.equals("java/lang/invoke/VarHandle");
        if (method.equals("<init>")
                || FREE.contains(method)
                || isVarHandle && (method.equals("get") || method.equals("set"))) {
            return null;
        }
        if (isVarHandle || owner.startsWith(ATOMICS)) {
            return READS.contains(method)
                    ? VOLATILE_READ
                    : WRITES.contains(method) ? VOLATILE_WRITE : READ_MODIFY_WRITE;
        }
        return owner.startsWith(LIBRARY) || COLLECTIONS.contains(owner) ? LIBRARY_CALL : null;
    }
}
