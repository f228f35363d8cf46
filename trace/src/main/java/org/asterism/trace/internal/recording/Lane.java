package org.asterism.trace.internal.recording;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.ReentrantLock;
import org.asterism.trace.internal.format.EventKind;
import org.asterism.trace.internal.format.Head;
import org.asterism.trace.internal.ring.Ring;

/**
 * Records of one thread on their way to the writer. A record is written with {@link #begin}, {@link #put} for each
 * further word, and {@link #end}. If the ring is full, the event is lost and counted.
 *
 * <p>Threads that have no lane of their own share one, which a lock guards.
 */
final class Lane {
    private static final VarHandle LOST;
    private static final int TIME_WORDS = 2;
    private static final int LOST_WORDS = 2;
    private static final int NOTHING = 0;

    static {
        try {
            LOST = MethodHandles.lookup().findVarHandle(Lane.class, "lost", long.class);
        } catch (ReflectiveOperationException missing) {
            throw new ExceptionInInitializerError(missing);
        }
    }

    final int number;
    final Ring ring;

    /** The thread that writes; null if several share the lane. */
    final Thread owner;

    final long ownerId;
    private final ReentrantLock guard;
    private final NameCache names;
    private final Successors successors = new Successors();
    private int[] accesses = new int[16];

    /** The time of the last record. */
    private long time;

    /** The last event, whether it was lost or not, and its task. */
    private int lastKind = NOTHING;

    private long lastTask;
    private long unreported;
    private long lost;

    /** The reader's: the time of the last record that it has read. */
    long readTime;

    /** The reader's: the lost events of which it has read. */
    long readLost;

    Lane(int number, Ring ring, Thread owner, long origin, Names names) {
        this.number = number;
        this.ring = ring;
        this.owner = owner;
        ownerId = owner == null ? -1 : owner.threadId();
        guard = owner == null ? new ReentrantLock() : null;
        this.names = new NameCache(names);
        time = origin;
        readTime = origin;
    }

    /** The number of a name. The cache belongs to the owner; threads that share a lane cannot use it. */
    int name(String name) {
        return guard == null ? names.number(name) : names.shared(name);
    }

    /** An empty list for the successors of a task. */
    Successors successors() {
        return guard == null ? successors.cleared() : new Successors();
    }

    /** Room for the accesses of a task. */
    int[] accesses(int length) {
        if (guard != null) {
            return new int[length];
        }
        if (accesses.length < length) {
            accesses = new int[2 * length];
        }
        return accesses;
    }

    /**
     * Returns the time of the last event if it is that of the next event as well: an event of some kind about the same
     * task, which this thread has reported immediately before.
     *
     * @return {@link Long#MIN_VALUE} if the clock has to be read
     */
    long timeAfter(EventKind kind, long task) {
        return lastKind == kind.code() && lastTask == task && guard == null ? time : Long.MIN_VALUE;
    }

    /** Whether this thread has just released the successors of a task, so that the next event happens at that time. */
    long timeAfterRelease() {
        return (lastKind == EventKind.EXECUTED.code() || lastKind == EventKind.DEPENDENCIES.code()) && guard == null
                ? time
                : Long.MIN_VALUE;
    }

    /** Writes a record of two words: the usual case in the fewest steps. */
    void record(EventKind kind, int small, long word, long task, long now) {
        long delta = now - time;
        if (delta >>> Integer.SIZE == 0
                && unreported == 0
                && guard == null
                && ring.publish(Head.of(kind.code(), 2, small, delta), word)) {
            time = now;
            lastKind = kind.code();
            lastTask = task;
        } else if (begin(kind, small, 2, task, now)) {
            put(word);
            end();
        }
    }

    /**
     * Begins a record.
     *
     * @param words its length with the head
     * @return false if the event is lost; then {@link #put} and {@link #end} must not be called
     */
    boolean begin(EventKind kind, int small, int words, long task, long now) {
        if (guard != null) {
            guard.lock();
        }
        lastKind = kind.code();
        lastTask = task;
        long delta = Math.max(now - time, 0);
        boolean isPlain = words <= Head.MOST_WORDS && delta <= Head.MOST_DELTA && unreported == 0;
        if (!ring.hasRoom(isPlain ? words : words + 1 + TIME_WORDS + LOST_WORDS)) {
            lose();
            return false;
        }
        if (isPlain) {
            time += delta;
            ring.put(Head.of(kind.code(), words, small, delta));
        } else {
            beginAfterGap(kind, small, words, delta);
        }
        return true;
    }

    private void lose() {
        unreported++;
        LOST.setOpaque(this, lost + 1);
        // Threads that reuse this time would report an event before the lost one.
        lastKind = NOTHING;
        unlock();
    }

    private void beginAfterGap(EventKind kind, int small, int words, long delta) {
        long rest = delta;
        time += delta;
        if (delta > Head.MOST_DELTA) {
            ring.put(Head.of(EventKind.TIME.code(), TIME_WORDS, 0, 0));
            ring.put(time);
            rest = 0;
        }
        if (unreported > 0) {
            ring.put(Head.of(EventKind.EVENTS_LOST.code(), LOST_WORDS, 0, rest));
            ring.put(unreported);
            unreported = 0;
            rest = 0;
        }
        if (words <= Head.MOST_WORDS) {
            ring.put(Head.of(kind.code(), words, small, rest));
        } else {
            ring.put(Head.of(kind.code(), 0, small, rest));
            ring.put(words + 1L);
        }
    }

    void put(long word) {
        ring.put(word);
    }

    /** Ends a record, which the reader sees now. */
    void end() {
        ring.publish();
        unlock();
    }

    private void unlock() {
        if (guard != null) {
            guard.unlock();
        }
    }

    long lost() {
        return (long) LOST.getOpaque(this);
    }
}
