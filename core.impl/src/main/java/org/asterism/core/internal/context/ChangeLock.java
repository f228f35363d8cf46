package org.asterism.core.internal.context;

import java.util.concurrent.locks.ReentrantLock;

/** A lock that counts how often it was held, so that who has looked without it can tell whether something may have changed meanwhile. */
final class ChangeLock extends ReentrantLock {
    private static final long serialVersionUID = 1L;

    private volatile long changes;

    @Override
    public void unlock() {
        long count = changes + 1;
        changes = count; // by its holder alone
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
