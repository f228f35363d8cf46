package org.asterism.core.internal.context;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Collection;
import java.util.List;
import org.asterism.api.Clock;
import org.asterism.api.TaskState;
import org.asterism.core.internal.task.Job;

/**
 * How a policy takes over a context's ready tasks from another one: the gate is closed, the tasks go from the one in charge to
 * the next, or are parked if there is none, and the gate opens. By one thread at a time, which holds the context's lock for
 * changes.
 *
 * <p><b>Nothing is missing.</b> Tasks are counted when they are given to a policy and when they are taken out, at the place
 * from where that happens. What a policy should hand back is the difference; only if it hands back another number the tasks
 * that were remembered are searched for those it owes.
 */
final class Takeover {
    private static final Logger LOG = System.getLogger(Takeover.class.getName());

    private final Context context;
    private final Clock clock;
    private final Custody custody;
    private final Gate gate;
    private final Parking parking;

    /** How many tasks are in the policy, less the balances of the gate's places. */
    private long uncounted;

    /** Whether the policy that was to hand over last did so as it should. */
    private boolean lastWasClean;

    /** When the gate was closed, if it was open before. */
    private long closedAt;

    private boolean isHeldOff;
    private volatile long heldOff;

    Takeover(Context context, Clock clock, Custody custody, Gate gate, Parking parking) {
        this.context = context;
        this.clock = clock;
        this.custody = custody;
        this.gate = gate;
        this.parking = parking;
    }

    /** For how long workers were kept off between two policies, or by a change of workers. */
    long heldOffNanos() {
        return heldOff;
    }

    /** Closes the gate and waits until no thread is in the policy; false if one does not come out for ten seconds. */
    boolean close() {
        isHeldOff = gate.isOpen();
        closedAt = clock.nanoTime();
        gate.close();
        return gate.awaitQuiet();
    }

    private void countHeldOff() {
        if (isHeldOff) {
            isHeldOff = false;
            heldOff += clock.nanoTime() - closedAt;
        }
    }

    /** Takes workers in; with the gate closed. */
    void add(Collection<Turn> turns) {
        gate.add(turns);
        turns.forEach(turn -> uncounted -= turn.balance());
    }

    /** Takes workers out; with the gate closed. What was pushed from their places is remembered elsewhere. */
    void remove(Collection<Turn> turns) {
        gate.remove(turns);
        for (Turn turn : turns) {
            uncounted += turn.balance();
            turn.held().moveTo(gate.sharedTurn().held());
        }
    }

    private long inside() {
        return uncounted + balance();
    }

    private long balance() {
        long balance = 0;
        for (Turn turn : gate.turns()) {
            balance += turn.balance();
        }
        return balance;
    }

    /**
     * Hands all tasks over from the policy in charge, if there is one, to another one, puts that in charge and opens the gate;
     * with the gate closed. If it throws, all tasks are parked, nobody is in charge, and the gate stays closed.
     *
     * @return what the next policy threw, or null
     */
    Throwable handOver(PolicySlot fresh) {
        Throwable thrown = tellOfBound(fresh);
        if (thrown != null) {
            takeBack();
            return thrown;
        }
        PolicySlot leaving = custody.slot();
        if (leaving != null) {
            Handover handover = drain(leaving, fresh, null);
            lastWasClean = handover.isClean();
            custody.setSlot(fresh);
            if (handover.thrown() != null) {
                Handover failed = drain(fresh, null, handover.refused());
                park(failed.list(), handover.list());
                return handover.thrown();
            }
        }
        return goOn(fresh);
    }

    /** Tells a policy that takes over of the tasks that programs gave to its workers; what it threw, or null. */
    private Throwable tellOfBound(PolicySlot fresh) {
        if (!fresh.hasPushedTo()) {
            return null;
        }
        try {
            for (ContextWorker worker : context.members()) {
                BoundTasks bound = worker.boundTasks();
                if (bound != null) {
                    bound.of(context.tasks()).forEach(job -> fresh.policy().pushedTo(job, worker));
                }
            }
            return null;
        } catch (Throwable thrown) {
            return thrown;
        }
    }

    /** Whether the policy that was to hand its tasks over last has done all as it should, and may go on if need be. */
    boolean mayGoOn() {
        return lastWasClean;
    }

    /** Takes all tasks back from the policy in charge into the parking, before those that are parked; with the gate closed. */
    void takeBack() {
        PolicySlot leaving = custody.slot();
        if (leaving != null) {
            Handover handover = drain(leaving, null, null);
            lastWasClean = handover.isClean();
            park(handover.list(), List.of());
        }
    }

    /** Leaves the gate closed, with nobody in charge: the time until it opens does not count as held off. */
    void stayParked() {
        isHeldOff = false;
    }

    private Handover drain(PolicySlot from, PolicySlot to, Job excused) {
        long inside = inside();
        Handover handover = new Handover(context.tasks(), from, to);
        handover.drain();
        handover.moveMissing(inside, gate.turns(), excused);
        handover.complain();
        long kept = to == null ? 0 : handover.moved() - handover.list().size();
        uncounted = kept - balance();
        return handover;
    }

    private void park(List<Job> first, List<Job> second) {
        parking.putFirst(second);
        parking.putFirst(first);
        for (Turn turn : gate.turns()) {
            turn.held().clear();
        }
        custody.setSlot(null);
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
     * Puts a policy in charge which knows all tasks but those that are parked: gives it these and opens the gate. If it throws, the tasks are parked again, nobody
     * is in charge, and the gate stays closed.
     *
     * @return what the policy threw, or null
     */
    Throwable goOn(PolicySlot slot) {
        custody.setSlot(slot);
        HeldTasks held = gate.sharedTurn().held();
        for (List<Job> batch = parking.takeAllOrOpen(gate); !batch.isEmpty(); batch = parking.takeAllOrOpen(gate)) {
            held.makeRoomFor(batch.size());
            for (int index = 0; index < batch.size(); index++) {
                Job job = batch.get(index);
                if (job.state() == TaskState.CANCELLED) {
                    job.markGone();
                    continue;
                }
                held.add(job);
                job.keptBy(slot.number());
                job.forgetNotes();
                try {
                    slot.policy().push(job);
                } catch (Throwable thrown) {
                    park(drain(slot, null, job).list(), batch.subList(index + 1, batch.size()));
                    return thrown;
                }
            }
        }
        countHeldOff();
        return null;
    }
}
