package org.asterism.core.internal.context;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;
import org.asterism.api.Task;
import org.asterism.api.TaskState;
import org.asterism.core.internal.context.CallRecord.AbandonedError;
import org.asterism.core.internal.context.CallRecord.Call;
import org.asterism.core.internal.task.Job;
import org.asterism.core.internal.task.Progress;
import org.asterism.spi.policy.SchedulingPolicy;

/**
 * Takes the tasks out of a policy that is drained, and pushes them to the next policy if it accepts tasks, or else to a
 * list.
 *
 * <p>Each task is touched once, because a million tasks are far from any cache: it is marked as the next policy's and
 * pushed at once. The mark also shows whether a policy hands back a task twice, or a task that it was never given.
 *
 * <p>Used by one thread, while no thread is within either policy.
 */
final class PolicyDrain implements Consumer<Task> {
    private static final Logger LOG = System.getLogger(PolicyDrain.class.getName());

    private final ReadyPool pool;
    private final PolicyInstance from;
    private final short fromNumber;
    private final short toNumber;
    private final SchedulingPolicy next;
    private final CallRecord record;
    private final Call draining;
    private final Call pushing;
    private final List<Job> list = new ArrayList<>();

    /** The first task that the policy did not hold, and how many such there were. */
    private Task strange;

    private long strangeCount;
    private boolean drained;
    private boolean ended;
    private long moved;
    private long gone;
    private long missing;
    private Job refused;
    private Throwable thrown;

    /**
     * @param pool knows the tasks of the context
     * @param from the policy that is drained
     * @param to the next one, or null
     * @param record the record of the policy calls that the thread makes
     */
    PolicyDrain(ReadyPool pool, PolicyInstance from, PolicyInstance to, CallRecord record) {
        this.pool = pool;
        this.from = from;
        fromNumber = from.number();
        toNumber = to == null ? PolicyInstance.NOBODY : to.number();
        next = to == null ? null : to.policy();
        this.record = record;
        draining = Call.of(from, "drain");
        pushing = to == null ? null : new Call(to.name(), to, "push", from);
    }

    /**
     * Takes all tasks out of the policy, and believes it nothing.
     *
     * @param inside the number of tasks that were in the policy, including cancelled ones
     * @param places from where it was given them
     * @param excused a task that it threw at, and may have or not; null for none
     */
    void run(long inside, List<GateSlot> places, Job excused) {
        if (!from.isStuck()) {
            drain();
        }
        if (!drained || moved + gone != inside) { // else each was marked when it came back, so these are all
            moveMissing(places, excused);
        }
        complain();
    }

    private void drain() {
        Throwable thrownInDrain = record.call(draining, () -> from.policy().drain(this));
        drained = thrownInDrain == null;
        if (!drained) {
            LOG.log(
                    Level.ERROR,
                    "policy '" + from.name() + "' threw in drain: " + thrownInDrain
                            + "; its tasks are taken back without it",
                    thrownInDrain);
        }
        ended = true;
    }

    @Override
    public void accept(Task task) {
        if (ended) {
            return; // the policy was asked before, and what it did not hand back then was taken
        }
        if (task instanceof Job job && pool.has(job) && isNew(job)) {
            record.leave();
            sort(job);
            record.enter(draining);
        } else {
            record.checkAbandoned(); // without entering anew: a policy that hands back the same task for ever is stuck
            ignore(task);
        }
    }

    private boolean isNew(Job job) {
        return job.keeper() == fromNumber || job.state() == TaskState.CANCELLED && !Progress.isGone(job);
    }

    private void sort(Job job) {
        if (job.keeper() != fromNumber) {
            job.markGone();
        } else if (job.state() == TaskState.READY) {
            moved++;
            move(job);
        } else { // called off meanwhile
            gone++;
            job.keptBy(PolicyInstance.NOBODY);
            job.markGone();
        }
    }

    private void ignore(Task task) {
        boolean isGone = task instanceof Job job && pool.has(job) && job.state() == TaskState.CANCELLED;
        if (!isGone) {
            strange = strange == null ? task : strange;
            strangeCount++;
        }
    }

    private void move(Job job) {
        if (next == null || thrown != null) {
            job.keptBy(PolicyInstance.NOBODY);
            list.add(job);
            return;
        }
        job.keptBy(toNumber);
        job.forgetNotes();
        try {
            record.enter(pushing);
            next.push(job);
            record.leave();
        } catch (AbandonedError abandoned) {
            throw abandoned;
        } catch (Throwable any) { // not the affair of the policy that is drained: it shall go on
            record.leave();
            thrown = any;
            refused = job;
        }
    }

    /** Moves the tasks that the policy should have handed back and did not. */
    private void moveMissing(List<GateSlot> places, Job excused) {
        List<Job> left = new ArrayList<>();
        for (GateSlot slot : places) {
            slot.held().forEachReady(job -> {
                if (job.keeper() == fromNumber) {
                    job.keptBy(PolicyInstance.NOBODY); // it may be remembered twice
                    left.add(job);
                }
            });
        }
        left.sort(Comparator.comparingLong(Job::id));
        moved += left.size();
        missing = left.size() - (left.contains(excused) ? 1 : 0);
        left.forEach(this::move);
    }

    private void complain() {
        if (drained && missing > 0) {
            LOG.log(
                    Level.ERROR,
                    "policy ''{0}'' did not hand back {1} of its tasks when it was drained; they were taken back "
                            + "without it",
                    from.name(),
                    missing);
        }
        if (strangeCount > 0) {
            LOG.log(
                    Level.ERROR,
                    "policy ''{0}'' handed back tasks that it did not hold, {1} in all, such as {2}; they were ignored",
                    from.name(),
                    strangeCount,
                    strange);
        }
    }

    /** Whether the policy did all as it should, and may be put in charge again. */
    boolean isClean() {
        return drained && missing == 0 && strangeCount == 0;
    }

    /** Returns the number of tasks that came out, and were still to be run. */
    long moved() {
        return moved;
    }

    /** Returns the exception that the next policy threw, or null. */
    Throwable thrown() {
        return thrown;
    }

    Job refused() {
        return refused;
    }

    /** The tasks that the next policy has not got. */
    List<Job> list() {
        return list;
    }
}
