package org.asterism.core.internal.context;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.asterism.core.internal.plugin.PolicyPlugin;

/**
 * Serializes the changes of a context. A change holds this lock for its whole duration, even around calls of policies,
 * but not while it creates a policy.
 */
final class ChangeLock {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition returned = lock.newCondition();
    private final Consumer<PolicyPlugin> whenDeferred;
    private final Runnable beforeEnd;
    private final Runnable hasEnded;
    private final Runnable isReleased;

    /** Plug-ins whose arrival or departure the change that is under way looks at when it ends. */
    private final Queue<PolicyPlugin> deferred = new ConcurrentLinkedQueue<>();

    /** Number of changes that have released the lock for a while. */
    private volatile int away;

    /**
     * @param whenDeferred looks at a deferred plug-in, within a change
     * @param beforeEnd is called at the end of each change
     * @param hasEnded is called when that has returned or thrown, before the lock is given back
     * @param isReleased is called when the lock was given back
     */
    ChangeLock(Consumer<PolicyPlugin> whenDeferred, Runnable beforeEnd, Runnable hasEnded, Runnable isReleased) {
        this.whenDeferred = whenDeferred;
        this.beforeEnd = beforeEnd;
        this.hasEnded = hasEnded;
        this.isReleased = isReleased;
    }

    /** Makes a change, which may be part of another one of the same thread. */
    void run(Runnable change) {
        lock.lock();
        try {
            change.run();
        } finally {
            end();
        }
    }

    private void end() {
        try {
            while (lock.getHoldCount() == 1 && hasDeferred()) {
                whenDeferred.accept(deferred.poll());
            }
            beforeEnd.run();
        } finally {
            try {
                hasEnded.run();
            } finally {
                lock.unlock();
            }
        }
        if (!lock.isHeldByCurrentThread()) {
            isReleased.run();
            endDeferred(); // of a thread that found the lock taken just before
        }
    }

    private boolean hasDeferred() {
        return !deferred.isEmpty() && away == 0;
    }

    private void endDeferred() {
        if (hasDeferred() && lock.tryLock()) {
            end();
        }
    }

    /** Leaves a plug-in to the end of the change that is under way, or looks at it now if there is none. */
    void defer(PolicyPlugin plugin) {
        deferred.add(plugin);
        endDeferred();
    }

    /** Leaves a plug-in also to the end of a change that has given the lock back for a while. */
    void deferIfAway(PolicyPlugin plugin) {
        if (away > 0) {
            deferred.add(plugin);
        }
    }

    boolean isUnderWay() {
        return lock.isLocked() || away > 0;
    }

    boolean isHeldHere() {
        return lock.isHeldByCurrentThread();
    }

    /** Does part of a change without the lock, which the calling thread holds: another change may be made meanwhile. */
    <T> T without(Supplier<T> part) {
        away++;
        int holds = lock.getHoldCount();
        for (int hold = 0; hold < holds; hold++) {
            lock.unlock();
        }
        try {
            return part.get();
        } finally {
            for (int hold = 0; hold < holds; hold++) {
                lock.lock();
            }
            away--;
            returned.signalAll();
        }
    }

    void await() {
        lock.lock();
        try {
            while (away > 0) {
                returned.awaitUninterruptibly();
            }
        } finally {
            lock.unlock();
        }
    }
}
