package org.asterism.core.internal.context;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;
import org.asterism.api.Task;
import org.asterism.api.TaskState;
import org.asterism.core.internal.task.Job;

/**
 * How a policy takes over a context's ready tasks from another one: the gate is closed, the tasks are taken back from the one
 * in charge and parked, the next one is given them, and the gate opens. By one thread at a time, which holds the context's lock
 * for changes.
 */
final class Takeover {
    private static final Logger LOG = System.getLogger(Takeover.class.getName());

    private final Custody custody;
    private final Gate gate;
    private final Parking parking;

    Takeover(Custody custody, Gate gate, Parking parking) {
        this.custody = custody;
        this.gate = gate;
        this.parking = parking;
    }

    /** Closes the gate and waits until no thread is in the policy; false if one does not come out for about ten seconds. */
    boolean close() {
        gate.close();
        return gate.awaitQuiet();
    }

    /** Takes workers in; with the gate closed. */
    void add(Collection<Turn> turns) {
        gate.add(turns);
    }

    /** Takes workers out; with the gate closed. What was pushed from their places is remembered elsewhere. */
    void remove(Collection<Turn> turns) {
        gate.remove(turns);
        for (Turn turn : turns) {
            turn.held().forEachReady(gate.sharedTurn().held()::add);
            turn.held().clear();
        }
    }

    /** Takes all tasks back from the policy in charge into the parking, before those that are parked; with the gate closed. */
    void takeBack() {
        PolicySlot leaving = custody.slot();
        custody.setSlot(null);
        if (leaving == null) {
            return;
        }
        List<Job> back = new ArrayList<>();
        List<Task> strange = new ArrayList<>();
        boolean drained = drain(leaving, back, strange);
        int handedBack = back.size();
        for (Turn turn : gate.turns()) {
            turn.held().forEachReady(job -> {
                if (job.markDrained()) {
                    back.add(job);
                }
            });
            turn.held().clear();
        }
        back.subList(handedBack, back.size()).sort(Comparator.comparingLong(Job::id));
        back.forEach(Job::clearDrained);
        parking.putFirst(back);
        complain(leaving, drained, back.size() - handedBack, strange);
    }

    private static boolean drain(PolicySlot leaving, List<Job> back, List<Task> strange) {
        Consumer<Task> sink = task -> {
            if (task instanceof Job job && job.markDrained()) {
                back.add(job);
            } else if (task instanceof Job job && job.state() == TaskState.CANCELLED) {
                job.markGone();
            } else {
                strange.add(task);
            }
        };
        try {
            leaving.policy().drain(sink);
            return true;
        } catch (Throwable thrown) {
            LOG.log(
                    Level.ERROR,
                    "policy '" + leaving.name() + "' threw in drain: " + thrown
                            + "; its tasks are taken back without it",
                    thrown);
            return false;
        }
    }

    private static void complain(PolicySlot leaving, boolean drained, int missing, List<Task> strange) {
        if (drained && missing > 0) {
            LOG.log(
                    Level.ERROR,
                    "policy ''{0}'' did not hand back {1} of its tasks when it was drained; they were taken back without it",
                    leaving.name(),
                    missing);
        }
        if (!strange.isEmpty()) {
            LOG.log(
                    Level.ERROR,
                    "policy ''{0}'' handed back tasks that it did not hold, {1} in all, such as {2}; they were ignored",
                    leaving.name(),
                    strange.size(),
                    strange.getFirst());
        }
    }

    /** Ends a policy that no task is in any more. */
    static void end(PolicySlot leaving) {
        try {
            leaving.policy().close();
        } catch (Throwable thrown) {
            LOG.log(Level.ERROR, "policy '" + leaving.name() + "' threw in close: " + thrown, thrown);
        }
    }

    /**
     * Puts a policy in charge, gives it all parked tasks and opens the gate. If it throws, the tasks are parked again, nobody
     * is in charge, and the gate stays closed.
     *
     * @return what the policy threw, or null
     */
    Throwable install(PolicySlot fresh) {
        custody.setSlot(fresh);
        HeldTasks held = gate.sharedTurn().held();
        for (List<Job> batch = parking.takeAllOrOpen(gate); !batch.isEmpty(); batch = parking.takeAllOrOpen(gate)) {
            for (int index = 0; index < batch.size(); index++) {
                Job job = batch.get(index);
                if (job.state() == TaskState.CANCELLED) {
                    job.markGone();
                    continue;
                }
                Custody.remember(job, held);
                job.forgetNotes();
                try {
                    fresh.policy().push(job);
                } catch (Throwable thrown) {
                    parking.putFirst(batch.subList(index + 1, batch.size()));
                    takeBack();
                    return thrown;
                }
            }
        }
        return null;
    }
}
