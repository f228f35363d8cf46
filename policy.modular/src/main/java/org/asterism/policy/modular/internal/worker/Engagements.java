package org.asterism.policy.modular.internal.worker;

import java.util.ArrayList;
import java.util.List;
import org.asterism.api.Task;
import org.asterism.api.TaskState;

/**
 * Unfinished tasks in which a worker leads others, with the time for which they occupy the other members. It is needed
 * because the core reports the begin and end of a task only to its leader.
 *
 * <p><b>Threads.</b> Only the leader's thread.
 */
final class Engagements {
    private static final class Engagement {
        private final Task task;
        private final WorkerComponent[] members;
        private final long nanos;
        private boolean begun;

        Engagement(Task task, WorkerComponent[] members, long nanos) {
            this.task = task;
            this.members = members;
            this.nanos = nanos;
        }
    }

    private final WorkerComponent leader;
    private final List<Engagement> all = new ArrayList<>(1);

    Engagements(WorkerComponent leader) {
        this.leader = leader;
    }

    /** Adds a taken task that occupies the other members for a number of nanoseconds. */
    void add(Task task, WorkerComponent[] members, long nanos) {
        all.add(new Engagement(task, members, nanos));
    }

    void begin(Task task) {
        for (Engagement one : all) {
            if (one.task == task && !one.begun) {
                one.begun = true;
                for (WorkerComponent member : one.members) {
                    if (member != leader) {
                        member.engage(one.nanos);
                    }
                }
            }
        }
    }

    void end(Task task) {
        for (int index = all.size() - 1; index >= 0; index--) {
            if (all.get(index).task == task) {
                end(index);
            }
        }
    }

    /** Removes tasks whose end was not reported. */
    void forgetEnded() {
        for (int index = all.size() - 1; index >= 0; index--) {
            TaskState state = all.get(index).task.state();
            if (state.compareTo(TaskState.READY) < 0 || state.compareTo(TaskState.RUNNING) > 0) {
                end(index);
            }
        }
    }

    void forgetAll() {
        while (!all.isEmpty()) {
            end(all.size() - 1);
        }
    }

    private void end(int index) {
        Engagement one = all.remove(index);
        for (WorkerComponent member : one.members) {
            if (member != leader) {
                if (one.begun) {
                    member.disengage();
                } else {
                    member.release(one.nanos);
                }
            }
        }
    }
}
