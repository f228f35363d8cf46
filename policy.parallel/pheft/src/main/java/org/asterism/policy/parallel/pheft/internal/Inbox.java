package org.asterism.policy.parallel.pheft.internal;

import java.util.Arrays;
import org.asterism.api.Task;
import org.asterism.kit.policy.TaskStore;
import org.asterism.spi.policy.PolicyContext;

/**
 * The tasks that are placed with a worker, alone or as the leader of several: those that wait, by priority, and those
 * that it has taken and that have not ended.
 *
 * <p><b>Threads.</b> Anybody adds; what was taken only the worker itself touches.
 */
final class Inbox {
    final Single account;
    final TaskStore waiting;

    // The worker's own: what it has taken.
    private Task[] taken = new Task[2];
    private Together[] runners = new Together[2];
    private long[] lengths = new long[2];
    private long[] waits = new long[2];
    private boolean[] begun = new boolean[2];
    private int count;

    Inbox(Single account, PolicyContext context) {
        this.account = account;
        waiting = new TaskStore(context, Task::priority);
    }

    /**
     * The worker has taken a task.
     *
     * @param together who runs it, or null for the worker alone
     */
    void take(Task task, Together together, long length, long wait, long now) {
        if (count == taken.length) {
            int more = 2 * count;
            taken = Arrays.copyOf(taken, more);
            runners = Arrays.copyOf(runners, more);
            lengths = Arrays.copyOf(lengths, more);
            waits = Arrays.copyOf(waits, more);
            begun = Arrays.copyOf(begun, more);
        }
        taken[count] = task;
        runners[count] = together;
        lengths[count] = length;
        waits[count] = wait;
        begun[count] = false;
        count++;
        account.take(wait, now);
        if (together != null) {
            for (Single member : together.members()) {
                if (member != account) {
                    member.join();
                }
            }
        }
    }

    /** Its kernel begins. */
    void begin(Task task, long now) {
        int index = indexOf(task);
        if (index < 0 || begun[index]) {
            return;
        }
        begun[index] = true;
        account.begin(lengths[index], waits[index], now);
        if (runners[index] != null) {
            for (Single member : runners[index].members()) {
                if (member != account) {
                    member.begin(lengths[index], 0, now);
                }
            }
        }
    }

    /** Its kernel has run. */
    void end(Task task, long now) {
        int index = indexOf(task);
        if (index >= 0) {
            finish(index, now);
        }
    }

    /**
     * Forgets tasks that were taken and will not be told of again: they ended without their kernel, or run elsewhere.
     */
    void forgetStrays(long now) {
        for (int index = count - 1; index >= 0; index--) {
            if (isStray(index)) {
                finish(index, now);
            }
        }
    }

    /** Its bundle was placed elsewhere, or its data are too large for the worker's memory. */
    private boolean isStray(int index) {
        Task task = taken[index];
        return task.state().isFinal()
                || !begun[index] && task.isRestricted() && !account.leader().canExecute(task);
    }

    private int indexOf(Task task) {
        for (int index = 0; index < count; index++) {
            if (taken[index] == task) {
                return index;
            }
        }
        return -1;
    }

    private void finish(int index, long now) {
        finish(account, lengths[index], waits[index], begun[index], now);
        if (runners[index] != null) {
            for (Single member : runners[index].members()) {
                if (member != account) {
                    finish(member, lengths[index], 0, begun[index], now);
                }
            }
        }
        int last = --count;
        for (int next = index; next < last; next++) {
            taken[next] = taken[next + 1];
            runners[next] = runners[next + 1];
            lengths[next] = lengths[next + 1];
            waits[next] = waits[next + 1];
            begun[next] = begun[next + 1];
        }
        taken[last] = null;
        runners[last] = null;
    }

    private static void finish(Single who, long length, long wait, boolean hasBegun, long now) {
        if (hasBegun) {
            who.end(length, now);
        } else {
            who.forget(length, wait);
        }
    }

    @Override
    public String toString() {
        return account + ": " + waiting.size() + " waiting, " + count + " taken";
    }
}
