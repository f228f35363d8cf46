package org.asterism.core.internal.context;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/** A lock around changes that tells when one has ended, before it is given back. */
final class ChangeLock extends ReentrantLock {
    private static final long serialVersionUID = 1L;

    private final transient Runnable hasEnded;
    private final transient Condition returned = newCondition();

    /** How many changes have given the lock back for a while. */
    private volatile int away;

    /** Makes a lock; to be told of the end of each change. */
    ChangeLock(Runnable hasEnded) {
        this.hasEnded = hasEnded;
    }

    @Override
    public void unlock() {
        try {
            hasEnded.run();
        } finally {
            super.unlock();
        }
    }

    /** Whether there is a change. */
    boolean isUnderWay() {
        return isLocked() || away > 0;
    }

    /** Whether a change has given the lock back for a while. */
    boolean isAway() {
        return away > 0;
    }

    /** Does part of a change without the lock, which the calling thread holds: another change may be made meanwhile. */
    <T> T without(Supplier<T> part) {
        away++;
        int holds = getHoldCount();
        for (int hold = 0; hold < holds; hold++) {
            super.unlock();
        }
        try {
            return part.get();
        } finally {
            for (int hold = 0; hold < holds; hold++) {
                lock();
            }
            away--;
            returned.signalAll();
        }
    }

    /** Waits until no change is under way. */
    void await() {
        lock();
        try {
            while (away > 0) {
                returned.awaitUninterruptibly();
            }
        } finally {
            super.unlock();
        }
    }
}
