package org.asterism.driver.opencl.internal.queue;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.asterism.driver.opencl.internal.library.Queues;
import org.asterism.spi.thread.BackgroundThread;

/**
 * Brings open queues to rest before the JVM ends. PoCL frees objects that its threads still use when the process ends,
 * and then crashes. The JVM keeps nothing of this class while no queue is open.
 */
final class QueuesAtExit {
    /** A kernel that does not end shall not keep the JVM from ending. */
    private static final long PATIENCE_MILLIS = 2_000;

    /**
     * With the lock of this class. Each is retained once more for as long as it is in here, so that it outlives whoever
     * has it; whoever takes it out has that to give back.
     */
    static final Set<Long> OPEN = new HashSet<>();

    private static Thread hook;

    private QueuesAtExit() {}

    static void add(long queue) {
        Queues.retain(queue);
        note(queue);
    }

    private static synchronized void note(long queue) {
        OPEN.add(queue);
        if (hook == null) {
            hook = new BackgroundThread("opencl-at-exit", QueuesAtExit::rest);
            try {
                Runtime.getRuntime().addShutdownHook(hook);
            } catch (IllegalStateException ending) {
                // The JVM is ending already; this queue is not waited for.
                hook = null;
            }
        }
    }

    static void remove(long queue) {
        if (forget(queue)) {
            Queues.release(queue);
        }
    }

    private static synchronized boolean forget(long queue) {
        boolean known = OPEN.remove(queue);
        if (OPEN.isEmpty() && hook != null) {
            try {
                Runtime.getRuntime().removeShutdownHook(hook);
                hook = null;
            } catch (IllegalStateException ending) {
                // The JVM is ending: the hook runs, and finds nothing.
                return known;
            }
        }
        return known;
    }

    private static synchronized List<Long> takeAll() {
        List<Long> queues = List.copyOf(OPEN);
        OPEN.clear();
        return queues;
    }

    private static void rest() {
        List<Thread> waiting = new ArrayList<>();
        for (long queue : takeAll()) {
            Thread finishing = new BackgroundThread("opencl-at-exit-" + waiting.size(), () -> Queues.finish(queue));
            finishing.start();
            waiting.add(finishing);
        }
        try {
            for (Thread thread : waiting) {
                thread.join(PATIENCE_MILLIS);
            }
        } catch (InterruptedException hurried) {
            Thread.currentThread().interrupt();
        }
    }
}
