package org.asterism.policy.modular.internal.worker;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import org.asterism.api.Clock;
import org.asterism.api.Task;
import org.asterism.api.TaskState;

/**
 * Tasks that a worker has taken and not finished, with the predicted end of the last one. The worker's own thread
 * writes; other threads read the count and the end.
 *
 * <p>StarPU adds and subtracts times. Here each event sums the times of the few current tasks again. So a task whose
 * end is not reported, because it ended without its kernel or nobody knew its duration, leaves no error in the sum.
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

    /** By task: when it began, or {@link Long#MIN_VALUE} if it has not begun. */
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

    /** Returns when the worker will finish these tasks; a time in the past if nothing is known. */
    long end() {
        return (long) END.getOpaque(this);
    }

    /** Adds a task that the worker has taken. */
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

    /** Whether a task is there, and its time or that of its transfers is known. */
    boolean isTimed(Task task) {
        for (int index = 0; timed > 0 && index < count; index++) {
            if (tasks[index] == task) {
                return lengths[index] > 0 || transfers[index] > 0;
            }
        }
        return false;
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

    /** Removes tasks whose end was not reported. */
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

    /** Computes the end. It costs nothing while no time is predicted. */
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
