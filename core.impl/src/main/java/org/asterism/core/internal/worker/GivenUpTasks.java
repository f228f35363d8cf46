package org.asterism.core.internal.worker;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import org.asterism.api.TaskState;
import org.asterism.core.internal.coherence.Claim;
import org.asterism.core.internal.coherence.Traffic;
import org.asterism.core.internal.protocol.FieldHandle;
import org.asterism.core.internal.task.Completion;
import org.asterism.core.internal.task.Job;
import org.asterism.core.internal.task.Progress;

/**
 * The tasks in a worker's hands that made no progress while something was closed. No thread waits for them any more.
 *
 * <p>Any thread may use it, except for {@link #forget}.
 */
final class GivenUpTasks {
    private static final VarHandle TASKS = FieldHandle.of(MethodHandles.lookup(), "tasks", Set.class);

    /** Null for most workers. Replaced when there are more. Plain, since the worker reads it after each task. */
    private Set<Job> tasks;

    /**
     * Gives a task up, as {@link WorkerEngine#giveUp} says.
     *
     * @param claim the claim of the worker for the task, or null. It is read before the task is taken, because a kernel
     *     that returns then forgets it
     */
    boolean giveUp(Job hung, Claim claim, Throwable why, Traffic traffic) {
        if (hung.state() == TaskState.ACQUIRING && claim != null && !claim.isSettled()) {
            traffic.fail(claim, why);
            return true;
        }
        if (hung.state() == TaskState.READY || hung.state() == TaskState.CANCELLED) {
            return false; // the worker is about to take it, and has not got it
        }
        boolean taken = Completion.giveUp(hung, why, was -> keepMemory(hung, was, claim, why, traffic))
                || Progress.isGivenUp(hung);
        add(hung);
        return taken;
    }

    private static void keepMemory(Job job, TaskState was, Claim claim, Throwable why, Traffic traffic) {
        if (was != TaskState.RUNNING) {
            if (claim != null && claim.failure() == null) {
                claim.taskHasFailed();
                traffic.release(claim); // no kernel of it has begun, and none will
            }
            return;
        }
        for (int index = 0; index < job.dataCount(); index++) {
            job.data(index).keepHome();
        }
        if (claim != null) {
            traffic.keepForGood(claim, why);
        }
    }

    private synchronized void add(Job hung) {
        Set<Job> more = Collections.newSetFromMap(new IdentityHashMap<>());
        if (tasks != null) {
            more.addAll(tasks);
        }
        more.add(hung);
        TASKS.setRelease(this, more);
    }

    boolean contains(Job job) {
        Set<Job> known = known();
        return known != null && known.contains(job);
    }

    /** Whether there are any, and a worker has nothing else under way. */
    boolean areAll(UnderWay underWay) {
        Set<Job> known = known();
        return known != null && underWay.areAllIn(known);
    }

    @SuppressWarnings("unchecked")
    private Set<Job> known() {
        return (Set<Job>) TASKS.getAcquire(this);
    }

    /** Forgets all, which have returned: the worker has nothing in its hands. The thread that steps the worker. */
    void forget() {
        if (tasks != null) {
            TASKS.setRelease(this, null);
        }
    }
}
