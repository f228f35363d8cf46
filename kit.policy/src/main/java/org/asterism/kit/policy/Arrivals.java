package org.asterism.kit.policy;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.function.ObjLongConsumer;
import org.asterism.api.Task;
import org.asterism.spi.concurrent.Padded;

/**
 * An unbounded queue of tasks, each with its priority and a stamp that grows: chunks of slots in a chain, one end for
 * those who add, one for those who take. The ends share nothing but the slots, so adding does not disturb taking. An
 * emptied chunk is kept for the next turn, so a queue in steady use allocates nothing.
 *
 * <p>JCTools' unbounded many-to-many queue would do, but it stands on {@code sun.misc.Unsafe} and knows no stamps.
 *
 * <p><b>Threads.</b> One adder at a time and one taker at a time, both at once; the owner's locks see to that.
 * {@link #isEmpty} and {@link #hasNext} are for anybody.
 *
 * <p><b>Memory order.</b> A slot is written with release and read with acquire, so the taker sees the task, and the
 * stamp and priority written before it. The adder links a chunk's {@code next} before it writes the chunk's last slot,
 * and the taker follows {@code next} after it has read that slot. The counts of tasks added and taken only grow; if
 * taken, read first, is not less than added, read second, then every task whose adding had returned by the first
 * reading had been taken. It can be more for a moment: a task may be taken before its adder has counted it.
 * {@link #hasNext} reads the taker's chunk and index without the taker's lock, perhaps those of two moments: each chunk
 * has a slot of each index, and the answer is only a hint.
 */
final class Arrivals {
    private static final int SLOTS = 512;
    private static final VarHandle SLOT = MethodHandles.arrayElementVarHandle(Task[].class);
    private static final VarHandle ADDED;
    private static final VarHandle TAKEN;
    private static final VarHandle SPARE;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            ADDED = lookup.findVarHandle(AddingWords.class, "added", long.class);
            TAKEN = lookup.findVarHandle(TakingWords.class, "taken", long.class);
            SPARE = lookup.findVarHandle(Arrivals.class, "spare", Chunk.class);
        } catch (ReflectiveOperationException impossible) {
            throw new ExceptionInInitializerError(impossible);
        }
    }

    private static final class Chunk {
        final Task[] tasks = new Task[SLOTS];
        final long[] stamps = new long[SLOTS];
        final int[] priorities = new int[SLOTS];
        Chunk next;
    }

    private abstract static class AddingWords extends Padded {
        Chunk chunk;
        int index;
        long added;
        long newestStamp = Long.MIN_VALUE;
    }

    private static final class AddingEnd extends AddingWords {
        long after0, after1, after2, after3, after4, after5, after6, after7;
        long after8, after9, after10, after11, after12, after13, after14;
    }

    private abstract static class TakingWords extends Padded {
        Chunk chunk;
        int index;
        long taken;
    }

    private static final class TakingEnd extends TakingWords {
        long after0, after1, after2, after3, after4, after5, after6, after7;
        long after8, after9, after10, after11, after12, after13, after14;
    }

    private final AddingEnd adding = new AddingEnd();
    private final TakingEnd taking = new TakingEnd();
    private Chunk spare;

    Arrivals() {
        adding.chunk = new Chunk();
        taking.chunk = adding.chunk;
    }

    /** Adds a task; the adder only. */
    void add(Task task, int priority, long stamp) {
        Chunk chunk = adding.chunk;
        int index = adding.index;
        if (index == SLOTS - 1) {
            Chunk next = (Chunk) SPARE.getAndSet(this, null);
            if (next == null) {
                next = new Chunk();
            }
            chunk.next = next;
            adding.chunk = next;
            adding.index = 0;
        } else {
            adding.index = index + 1;
        }
        adding.newestStamp = stamp;
        chunk.stamps[index] = stamp;
        chunk.priorities[index] = priority;
        SLOT.setRelease(chunk.tasks, index, task);
        ADDED.setRelease(adding, adding.added + 1);
    }

    /** The stamp of the task that was added last, whether it is still here or not; the adder only. */
    long newestStamp() {
        return adding.newestStamp;
    }

    /** The stamp of the oldest task, or {@link Long#MAX_VALUE}; the taker only. */
    long oldestStamp() {
        return SLOT.getAcquire(taking.chunk.tasks, taking.index) == null
                ? Long.MAX_VALUE
                : taking.chunk.stamps[taking.index];
    }

    /** The oldest task's priority, if there is one; the taker only. */
    int oldestPriority() {
        return taking.chunk.priorities[taking.index];
    }

    /** Takes the oldest task, or null; the taker only. */
    Task take() {
        Chunk chunk = taking.chunk;
        int index = taking.index;
        Task task = (Task) SLOT.getAcquire(chunk.tasks, index);
        if (task == null) {
            return null;
        }
        chunk.tasks[index] = null;
        if (index == SLOTS - 1) {
            taking.chunk = chunk.next;
            taking.index = 0;
            chunk.next = null;
            SPARE.setRelease(this, chunk);
        } else {
            taking.index = index + 1;
        }
        TAKEN.setRelease(taking, taking.taken + 1);
        return task;
    }

    /** Takes all tasks with their stamps, the oldest first; the taker only. */
    void takeAll(ObjLongConsumer<Task> sink) {
        for (long stamp = oldestStamp(); stamp != Long.MAX_VALUE; stamp = oldestStamp()) {
            sink.accept(take(), stamp);
        }
    }

    /** The oldest task, or null; the taker only. */
    Task peek() {
        return (Task) SLOT.getAcquire(taking.chunk.tasks, taking.index);
    }

    /**
     * Returns whether there is a task where the oldest one was a moment ago. A taker that asks this before
     * {@link #isEmpty} does not touch the cache line on which adders count, as long as there are tasks. Any thread.
     */
    boolean hasNext() {
        return SLOT.getAcquire(taking.chunk.tasks, taking.index) != null;
    }

    boolean isEmpty() {
        return size() == 0;
    }

    long size() {
        long taken = (long) TAKEN.getAcquire(taking);
        return Math.max(0, (long) ADDED.getAcquire(adding) - taken);
    }
}
