package org.asterism.kit.component;

import java.util.concurrent.atomic.AtomicLongArray;
import org.asterism.spi.concurrent.SpinLock;

/**
 * What decisions have claimed of a component's children while they push there.
 *
 * <p><b>Threads.</b> Any number. A lock guards changes; it is read without.
 */
final class Claims {
    /** How often each child was claimed. Written after the end that was promised, and read before it. */
    private final AtomicLongArray count;

    /** When the child will have ended what is being pushed there; {@link Long#MIN_VALUE} if nothing is. */
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
