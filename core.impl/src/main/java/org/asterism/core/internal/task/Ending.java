package org.asterism.core.internal.task;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The tasks that still keep a task from ending after its kernel has returned: those that it ends after.
 *
 * <p>One int counts the tasks that have not ended, and its sign says that the kernel has returned. The thread that
 * makes both conditions true ends the task.
 */
final class Ending {
    private static final int RETURNED = Integer.MIN_VALUE;

    private final AtomicInteger left = new AtomicInteger();
    private final AtomicReference<Throwable> inherited = new AtomicReference<>();
    private Throwable own;

    /**
     * Makes a task end after another.
     *
     * @throws IllegalStateException if its kernel has returned
     */
    static void addPredecessor(Job job, Job other) {
        Circle.refuse(job, other);
        Deadlock.refuseEnding(job, other);
        Ending ending = job.particular().ending();
        boolean counts = ending.oneMore();
        if (!counts || !Progress.markEndsLater(job)) {
            if (counts) {
                ending.oneLess(null);
            }
            throw new IllegalStateException(job + " cannot end after " + other
                    + ": its kernel has returned, and it is " + job.state()
                    + ": call endAfter(...) before, or in the kernel");
        }
        Successors.addEnding(job, other);
    }

    /** Counts one more task to end after; false if the kernel has returned. */
    boolean oneMore() {
        int now = left.get();
        while (now >= 0) {
            int seen = left.compareAndExchange(now, now + 1);
            if (seen == now) {
                return true;
            }
            now = seen;
        }
        return false;
    }

    /** Is told that one of the tasks has ended, and how; says whether the caller ends the task that waited for it. */
    boolean oneLess(Throwable cause) {
        if (cause != null) {
            inherited.compareAndSet(null, cause);
        }
        return left.decrementAndGet() == RETURNED;
    }

    /** Is told that the kernel has returned for good, and how; says whether the caller ends its task. */
    boolean kernelReturned(Throwable failure) {
        own = failure;
        return left.addAndGet(RETURNED) == RETURNED;
    }

    /** Whether the kernel has returned for good. */
    boolean hasReturned() {
        return left.get() < 0;
    }

    /** Whether the thread that should end the task failed before it began to do so. */
    boolean isUnfinished() {
        return left.get() == RETURNED;
    }

    /** Returns the exception of the kernel, or null; for the thread that ends the task. */
    Throwable own() {
        return own;
    }

    /** Returns the failure of one of the tasks, or null; for the thread that ends the task. */
    Throwable inherited() {
        return inherited.get();
    }
}
