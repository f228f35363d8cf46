package org.asterism.core.internal.task;

import java.util.TreeSet;

/**
 * How often the driver of a memory has given memory, or taken it back: after such a change it may give what it refused
 * before. Tells when a {@link Shortage} has passed by that, since the workers there may sleep then.
 *
 * <p><b>Memory order.</b> A thread that notes the end of a shortage does so before it gives the task to the policy,
 * which reads the count; a change is counted before the look for noted ends. All are volatile, so the shortage has
 * passed for the policy, or its end is seen here.
 */
public final class MemoryChanges {
    /** In the order in which the count, which may overflow, reaches them. */
    private final TreeSet<Integer> ends = new TreeSet<>((one, other) -> one - other);

    private volatile boolean isAnyAwaited;
    private volatile int count;
    private volatile Runnable whenPassed = () -> {};

    /** How often it has changed; any thread. */
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
