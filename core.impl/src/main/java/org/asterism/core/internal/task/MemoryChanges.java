package org.asterism.core.internal.task;

import java.util.TreeSet;

/**
 * Counts how often the driver of a memory has given memory or taken it back. After such a change the driver may give
 * memory that it refused before.
 *
 * <p>It also reports when such a change has ended a {@link Shortage}, because the workers there may be asleep.
 *
 * <p><b>Memory order.</b> A thread that notes the end of a shortage does so before it gives the task to the policy,
 * which reads the count. A change is counted before the search for noted ends. All accesses are volatile. So either the
 * shortage has passed for the policy, or the change sees its end.
 */
public final class MemoryChanges {
    /** In the order in which the count, which may overflow, reaches them. */
    private final TreeSet<Integer> ends = new TreeSet<>((one, other) -> one - other);

    private volatile boolean isAnyAwaited;
    private volatile int count;
    private volatile Runnable whenPassed = () -> {};

    /** Returns the number of times that it has changed; any thread. */
    public int count() {
        return count;
    }

    /** Says what is called when a shortage has passed, by the thread that has changed the memory; it must not wait. */
    public void whenPassed(Runnable told) {
        whenPassed = told;
    }

    /** Counts a change; one thread at a time, which alone writes the count. */
    public void changed() {
        count++;
        if (isAnyAwaited && takePassed()) {
            whenPassed.run();
        }
    }

    /** Has it told when the count is so high; any thread. */
    synchronized void await(int end) {
        if (!hasPassed(end)) {
            ends.add(end);
            isAnyAwaited = true;
        }
    }

    boolean hasPassed(int end) {
        return count - end >= 0;
    }

    private synchronized boolean takePassed() {
        boolean any = false;
        while (!ends.isEmpty() && hasPassed(ends.first())) {
            ends.pollFirst();
            any = true;
        }
        isAnyAwaited = !ends.isEmpty();
        return any;
    }
}
