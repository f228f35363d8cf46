package org.asterism.kit.policy;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.function.ObjLongConsumer;
import org.asterism.api.Task;
import org.asterism.spi.concurrent.Padded;

/**
 * Unbounded queue of tasks with their priorities and increasing stamps, in a chain of chunks. The adder works on one
 * end, the taker on the other. The ends share nothing but the slots, so adding does not slow down taking. An emptied
 * chunk is reused, with a new array of tasks: G1 makes the store of a new task into an array that has become old
 * several times as expensive, by a fence. Stamps and priorities are no references and stay.
 *
 * <p>The slots of taken tasks are cleared several at a time. A worker that cleared a slot at once would take the cache
 * line from the worker that takes the next task. So up to 15 taken tasks stay reachable, but none when the queue is
 * empty.
 *
 * <p>JCTools' unbounded many-to-many queue would fit, but it needs {@code sun.misc.Unsafe} and has no stamps.
 *
 * <p><b>Threads.</b> One adder and one taker may work at the same time; the owner's locks ensure that there is only one
 * of each. Any thread may call {@link #isEmpty} and {@link #hasNext}.
 *
 * <p><b>Memory order.</b> A slot is written with release and read with acquire, so the taker sees the task, and the
 * stamp and priority written before it. The adder links a chunk's {@code next} before it writes the chunk's last slot,
 * and the taker follows {@code next} after it has read that slot. The counts of added and taken tasks only grow. A
 * reader reads {@code taken} first and {@code added} second. If {@code taken} is not less than {@code added}, then
 * every task that had been added before the first read was taken. {@code taken} may briefly be greater, because a task
 * may be taken before its adder has counted it. {@link #hasNext} reads the taker's chunk and index without the taker's
 * lock, so they may belong to two moments, and the array of a chunk to a third; and the slot may hold a taken task.
 * That is safe because every array has a slot for each index, and the answer is only a hint.
 */
final class Arrivals {
    private static final int SLOTS = 512;

    /** Most slots that are cleared at once: those of a cache line where references have four bytes. */
    private static final int FORGOTTEN_AT_ONCE = 16;

    private static final VarHandle SLOT = MethodHandles.arrayElementVarHandle(Task[].class);
    private static final VarHandle ADDED;
    private static final VarHandle TAKEN;
    private static final VarHandle SPARE;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            ADDED = lookup.findVarHandle(AddingWords.class, "added", long.class);
            TAKEN = lookup.findVarHandle(TakingEnd.class, "taken", long.class);
            SPARE = lookup.findVarHandle(Arrivals.class, "spare", Chunk.class);
        } catch (ReflectiveOperationException impossible) {
            throw new ExceptionInInitializerError(impossible);
        }
    }

    static final class Chunk {
        Task[] tasks = new Task[SLOTS];
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

    private final AddingEnd adding = new AddingEnd();
    final TakingEnd taking;
    private Chunk spare;

    Arrivals() {
        adding.chunk = new Chunk();
        taking = TakingEnd.of(adding.chunk);
    }

    /** Adds a task. Only the adder calls this. */
    void add(Task task, int priority, long stamp) {
        Chunk chunk = adding.chunk;
        int index = adding.index;
        if (index == SLOTS - 1) {
            Chunk next = (Chunk) SPARE.getAndSet(this, null);
            if (next == null) {
                next = new Chunk();
            } else {
                next.tasks = new Task[SLOTS];
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

    /**
     * Returns the stamp of the task that was added last, whether or not it is still here. Only the adder calls this.
     */
    long newestStamp() {
        return adding.newestStamp;
    }

    /** Returns the stamp of the oldest task, or {@link Long#MAX_VALUE}. Only the taker calls this. */
    long oldestStamp() {
        return SLOT.getAcquire(taking.chunk.tasks, taking.index) == null
                ? Long.MAX_VALUE
                : taking.chunk.stamps[taking.index];
    }

    /** Returns the priority of the oldest task, which must exist. Only the taker calls this. */
    int oldestPriority() {
        return taking.chunk.priorities[taking.index];
    }

    /** Takes the oldest task, or returns null. Only the taker calls this. */
    Task take() {
        Chunk chunk = taking.chunk;
        int index = taking.index;
        Task task = (Task) SLOT.getAcquire(chunk.tasks, index);
        if (task == null) {
            return null;
        }
        if (index == SLOTS - 1) {
            forgetTaken(chunk.tasks, index);
            taking.chunk = chunk.next;
            taking.index = 0;
            chunk.next = null;
            SPARE.setRelease(this, chunk);
        } else {
            taking.index = index + 1;
            if ((index + 1) % FORGOTTEN_AT_ONCE == 0 || SLOT.getOpaque(chunk.tasks, index + 1) == null) {
                forgetTaken(chunk.tasks, index);
            }
        }
        TAKEN.setRelease(taking, taking.taken + 1);
        return task;
    }

    /** Clears the slots of tasks that were taken since this was called last. */
    private static void forgetTaken(Task[] tasks, int last) {
        for (int index = last; index >= 0 && tasks[index] != null; index--) {
            tasks[index] = null;
        }
    }

    /** Takes all tasks with their stamps, the oldest first. Only the taker calls this. */
    void takeAll(ObjLongConsumer<Task> sink) {
        for (long stamp = oldestStamp(); stamp != Long.MAX_VALUE; stamp = oldestStamp()) {
            sink.accept(take(), stamp);
        }
    }

    /** Returns the oldest task, or null. Only the taker calls this. */
    Task peek() {
        return (Task) SLOT.getAcquire(taking.chunk.tasks, taking.index);
    }

    /**
     * Whether the slot at the taker's position holds a task. A taker that calls this before {@link #isEmpty} avoids the
     * cache line with the adder's count while there are tasks. Any thread may call this.
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
