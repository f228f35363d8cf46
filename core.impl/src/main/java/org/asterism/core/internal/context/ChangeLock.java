package org.asterism.core.internal.context;

import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

/**
 * A lock that counts how often it was held, so that who has looked without it can tell whether something may have changed meanwhile. What the
 * one who looks does itself is not counted.
 */
final class ChangeLock extends ReentrantLock {
    private static final long serialVersionUID = 1L;

    private final transient BooleanSupplier isOwn;
    private volatile long changes;

    /** Makes a lock; to be asked is whether the calling thread is the one that looks. */
    ChangeLock(BooleanSupplier isOwn) {
        this.isOwn = isOwn;
    }

    @Override
    public void unlock() {
        if (!isOwn.getAsBoolean()) {
            long count = changes + 1;
            changes = count; // by its holder alone
        }
        super.unlock();
    }

    /** How often it was given back after something may have changed. */
    long changes() {
        return changes;
    }

    /** Waits until nobody holds it. */
    void await() {
        lock();
        super.unlock();
    }
}
