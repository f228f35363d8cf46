package org.asterism.policy.modular.internal.worker;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import org.asterism.api.Clock;
import org.asterism.api.Task;
import org.asterism.api.TaskState;

/**
 * The tasks that a worker was given and has not ended, and when it will be done with them as far as that was predicted.
 * The worker's own thread writes; others ask for the count and the end.
 *
 * <p>The reference adds and takes away lengths; here they are summed anew at each event over the few tasks that are
 * under way, so that a task whose end is not told (one that ended without its kernel) leaves nothing behind.
 */
final class UnderWay {
    private static final VarHandle COUNT;
    private static final VarHandle END;

    static {
        try {
            COUNT = MethodHandles.lookup().findVarHandle(UnderWay.class, "count", int.class);
            END = MethodHandles.lookup().findVarHandle(UnderWay.class, "end", long.class);
        } catch (ReflectiveOperationException impossible) {
            throw new ExceptionInInitializerError(impossible);
        }
    }

    private final Clock clock;
    private Task[] tasks = new Task[2];
    private float[] lengths = new float[2];
    private float[] transfers = new float[2];

    /** When each began, or {@link Long#MIN_VALUE} if it has not. */
    private long[] begins = new long[2];

    private int count;
    private int timed;
    private long end = Long.MIN_VALUE;

    UnderWay(Clock clock) {
        this.clock = clock;
    }

    int count() {
        return (int) COUNT.getOpaque(this);
    }

    /** When the worker will be done with these tasks; a time that has passed if nothing is known. */
    long end() {
        return (long) END.getOpaque(this);
    }

    /** The worker was given a task. */
    void add(Task task, float length, float transfer) {
        forgetEnded();
        if (count == tasks.length) {
            tasks = Arrays.copyOf(tasks, 2 * count);
            lengths = Arrays.copyOf(lengths, 2 * count);
            transfers = Arrays.copyOf(transfers, 2 * count);
            begins = Arrays.copyOf(begins, 2 * count);
        }
        tasks[count] = task;
        lengths[count] = length;
        transfers[count] = transfer;
        begins[count] = Long.MIN_VALUE;
        timed += length > 0 || transfer > 0 ? 1 : 0;
        COUNT.setOpaque(this, count + 1);
        estimate();
    }

    void begin(Task task) {
        if (timed > 0) {
            for (int index = 0; index < count; index++) {
                if (tasks[index] == task) {
                    begins[index] = clock.nanoTime();
                }
            }
            estimate();
        }
    }

    void end(Task task) {
        for (int index = 0; index < count; index++) {
            if (tasks[index] == task) {
                remove(index);
                estimate();
                return;
            }
        }
    }

    /** Forgets tasks whose end was not told. */
    void forgetEnded() {
        if (count == 0) {
            return;
        }
        for (int index = count - 1; index >= 0; index--) {
            TaskState state = tasks[index].state();
            if (state.compareTo(TaskState.READY) < 0 || state.compareTo(TaskState.RUNNING) > 0) {
                remove(index);
            }
        }
        estimate();
    }

    private void remove(int removed) {
        timed -= lengths[removed] > 0 || transfers[removed] > 0 ? 1 : 0;
        int last = count - 1;
        for (int index = removed; index < last; index++) {
            tasks[index] = tasks[index + 1];
            lengths[index] = lengths[index + 1];
            transfers[index] = transfers[index + 1];
            begins[index] = begins[index + 1];
        }
        tasks[last] = null;
        COUNT.setOpaque(this, last);
    }

    /** Costs nothing while nothing is predicted. */
    private void estimate() {
        if (timed == 0) {
            if (end != Long.MIN_VALUE) {
                END.setOpaque(this, Long.MIN_VALUE);
            }
            return;
        }
        long now = clock.nanoTime();
        double left = 0;
        for (int index = 0; index < count; index++) {
            left += begins[index] == Long.MIN_VALUE
                    ? lengths[index] + transfers[index]
                    : Math.max(0, lengths[index] - (now - begins[index]));
        }
        END.setOpaque(this, now + (long) left);
    }

    void clear() {
        Arrays.fill(tasks, null);
        timed = 0;
        END.setOpaque(this, Long.MIN_VALUE);
        COUNT.setOpaque(this, 0);
    }
}
