package org.asterism.testsupport;

import java.lang.ref.Reference;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Waiting for the collection of what nothing keeps. */
public final class GarbageCollection {
    private static final long LIMIT = TimeUnit.MINUTES.toNanos(1);

    /**
     * The time between two collections. The JVM's compilers keep the classes of the methods that they compile, and get
     * nowhere while one collection follows the other: a class loader stayed for 72 of them on a busy machine, and for 2
     * with this pause.
     */
    private static final long PAUSE_NANOS = 20_000_000;

    private GarbageCollection() {}

    /**
     * Lets the JVM collect until all referents are gone.
     *
     * @param what the referents, in a phrase
     * @param references weak ones
     * @throws AssertionError if some are still there after a minute, or the thread is interrupted
     */
    public static void awaitCollected(String what, List<? extends Reference<?>> references) {
        long begin = System.nanoTime();
        while (true) {
            System.gc();
            List<?> left =
                    references.stream().filter(each -> !each.refersTo(null)).toList();
            if (left.isEmpty()) {
                return;
            }
            if (Thread.interrupted() || System.nanoTime() - begin > LIMIT) {
                throw new AssertionError(left.size() + " of " + references.size() + " are kept: " + what);
            }
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }
}
