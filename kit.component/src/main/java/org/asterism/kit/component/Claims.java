package org.asterism.kit.component;

import java.util.concurrent.atomic.AtomicLongArray;
import org.asterism.spi.concurrent.SpinLock;

/**
 * Records to which children of a component tasks are being pushed, and when these tasks are expected to end.
 *
 * <p><b>Threads.</b> Any number. A lock guards changes; reads take no lock.
 */
final class Claims {
    /** Number of claims of each child so far. It is written after the promised end, and read before it. */
    private final AtomicLongArray count;

    /**
     * Time at which the child will have ended the tasks that are being pushed to it; {@link Long#MIN_VALUE} if there
     * are none.
     */
    private final AtomicLongArray promised;

    private final int[] outstanding;
    private final SpinLock lock = new SpinLock();

    Claims(int children) {
        count = new AtomicLongArray(children);
        promised = new AtomicLongArray(children);
        outstanding = new int[children];
        for (int child = 0; child < children; child++) {
            promised.set(child, Long.MIN_VALUE);
        }
    }

    /** Returns how often a child was claimed; to be read before what it has promised. */
    long count(int child) {
        return count.get(child);
    }

    /** Returns when the child will have ended what is being pushed there. */
    long promised(int child) {
        return promised.get(child);
    }

    /** Says that a task is being pushed to a child, unless somebody has since it was looked at. */
    boolean claim(int child, long known, long end, boolean anyway) {
        lock.lock();
        boolean free = anyway || count.get(child) == known;
        if (free) {
            outstanding[child]++;
            promised.set(child, Math.max(promised.get(child), end));
            count.set(child, count.get(child) + 1);
        }
        lock.unlock();
        return free;
    }

    /** The child counts with the task itself now, or has refused it. */
    void release(int child) {
        lock.lock();
        if (--outstanding[child] == 0) {
            promised.set(child, Long.MIN_VALUE);
        }
        lock.unlock();
    }
}
