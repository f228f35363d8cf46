package org.asterism.core.internal.worker;

import java.util.concurrent.atomic.AtomicInteger;

/** How many workers of a runtime sleep: whoever has work for others looks here first, and mostly finds that nobody does. */
public final class Sleepers {
    private final AtomicInteger number = new AtomicInteger();

    public int number() {
        return number.get();
    }

    void oneMore() {
        number.incrementAndGet();
    }

    void oneLess() {
        number.decrementAndGet();
    }
}
