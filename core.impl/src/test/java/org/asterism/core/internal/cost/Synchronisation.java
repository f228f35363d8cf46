package org.asterism.core.internal.cost;

import java.util.Set;

/** Operations by which threads agree on something, by what they cost. */
public enum Synchronisation {
    /** A compare-and-set, get-and-add and the like, also by the classes of {@code java.util.concurrent.atomic}. */
    READ_MODIFY_WRITE,
    /** A write to a volatile field, or a full fence: both make the processor wait for its own writes. */
    VOLATILE_WRITE,
    /** Entering a monitor. */
    MONITOR,
    /** A call into {@code java.util.concurrent}, or on a collection that may be one of its; what it costs is not looked at. */
    LIBRARY_CALL;

    private static final String ATOMICS = "java/util/concurrent/atomic/";
    private static final String LIBRARY = "java/util/concurrent/";
    private static final Set<String> COLLECTIONS =
            Set.of("java/util/Collection", "java/util/Set", "java/util/Map", "java/util/Queue", "java/util/Deque");
    private static final Set<String> READS_OF_ATOMICS =
            Set.of("get", "getPlain", "getOpaque", "getAcquire", "intValue", "longValue", "sum");
    private static final Set<String> ORDERED_WRITES_OF_ATOMICS =
            Set.of("lazySet", "setPlain", "setOpaque", "setRelease");

    /** What a call is, or null if threads have nothing to agree on by it. */
    static Synchronisation ofCall(String owner, String method) {
        if (method.equals("<init>")) {
            return null;
        }
        if (owner.equals("java/lang/invoke/VarHandle")) {
            if (method.equals("setVolatile") || method.equals("fullFence")) {
                return VOLATILE_WRITE;
            }
            return method.startsWith("getAnd") || method.contains("ompareAnd") ? READ_MODIFY_WRITE : null;
        }
        if (owner.startsWith(ATOMICS)) {
            if (method.equals("set")) {
                return VOLATILE_WRITE;
            }
            return READS_OF_ATOMICS.contains(method) || ORDERED_WRITES_OF_ATOMICS.contains(method)
                    ? null
                    : READ_MODIFY_WRITE;
        }
        return owner.startsWith(LIBRARY) || COLLECTIONS.contains(owner) ? LIBRARY_CALL : null;
    }
}
