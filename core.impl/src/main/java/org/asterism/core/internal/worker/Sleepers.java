package org.asterism.core.internal.worker;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** How many workers of a runtime sleep: whoever has work for others looks here first, and mostly finds that nobody does. */
public final class Sleepers {
    private final AtomicInteger number = new AtomicInteger();
    private final AtomicLong risings = new AtomicLong();

    public int number() {
        return number.get();
    }

    void oneMore() {
        number.incrementAndGet();
    }

    void oneLess() {
        number.decrementAndGet();
    }

    /** How often a worker has risen so far: if this stays the same while all are seen at rest, they were so all at once. */
    public long risings() {
        return risings.get();
    }

    void oneHasRisen() {
        risings.incrementAndGet();
    }
}
