package org.asterism.core.internal.task;

import java.util.ArrayDeque;

/**
 * Processes ends of tasks that cause further ends: of tasks that are called off, fail without running, or have no work.
 * Each thread uses a loop and not recursion, so long chains need no stack.
 */
final class Endings {
    private static final ThreadLocal<ArrayDeque<Runnable>> UNDER_WAY = new ThreadLocal<>();

    private Endings() {}

    /** Runs an ending; after the one that brought it about, if that is under way on the calling thread. */
    static void run(Runnable ending) {
        ArrayDeque<Runnable> further = UNDER_WAY.get();
        if (further != null) {
            further.add(ending);
            return;
        }
        further = new ArrayDeque<>();
        UNDER_WAY.set(further);
        Throwable first = null;
        try {
            for (Runnable next = ending; next != null; next = further.poll()) {
                try {
                    next.run();
                } catch (RuntimeException | Error broken) {
                    first = first == null
                            ? broken
                            : first; // an error of the core: it must not keep the others from ending
                }
            }
        } finally {
            UNDER_WAY.remove();
        }
        rethrow(first);
    }

    /** Throws an unchecked exception or error that was kept until all was done; nothing if it is null. */
    static void rethrow(Throwable kept) {
        if (kept instanceof Error error) {
            throw error;
        } else if (kept instanceof RuntimeException exception) {
            throw exception;
        }
    }

    /** Whether the calling thread is at it: then it comes from a callback, and what it waited for might never come. */
    static boolean areUnderWay() {
        return UNDER_WAY.get() != null;
    }
}
