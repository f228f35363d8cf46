package org.asterism.core.internal.context;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.asterism.api.Clock;
import org.asterism.api.TaskState;
import org.asterism.core.internal.context.CallRecord.AbandonedError;
import org.asterism.core.internal.context.CallRecord.Call;
import org.asterism.core.internal.observation.SafeLog;
import org.asterism.core.internal.task.Job;
import org.asterism.spi.policy.SchedulingPolicy;

/**
 * Moves the ready tasks of a context from one policy to another.
 *
 * <p>It closes the gate, moves the tasks to the next policy, or parks them if there is none, and opens the gate. One
 * thread at a time uses it: the holder of the context's lock for changes.
 *
 * <p><b>Nothing is missing.</b> Each slot counts the tasks that pass through it to a policy and out of it. A policy
 * should hand back the difference. If it hands back another number, the remembered tasks are searched for the missing
 * ones.
 */
final class TaskTransfer {
    private static final Logger LOG = System.getLogger(TaskTransfer.class.getName());

    private final Context context;
    private final Clock clock;
    private final ReadyPool pool;
    private final Gate gate;
    private final ParkedTasks parked;
    private final TreeNews trees;
    private final PolicySupervisor supervisor;

    /** The tasks that are on their way from a policy, and in none. */
    private final List<List<Job>> onTheirWay = new ArrayList<>();

    /** The parked tasks that are given to a policy, and how many of them were. */
    private List<Job> batch = List.of();

    private int given;

    /** Number of tasks that are in the policy, minus the balances of the gate's slots. */
    private long uncounted;

    /** Whether the policy that was to hand over last did so as it should. */
    private boolean lastWasClean;

    /** Time when the gate was closed, if it was open before. */
    private long closedAt;

    private boolean isHeldOff;
    private volatile long heldOff;

    TaskTransfer(Context context, Clock clock, ReadyPool pool, Gate gate, ParkedTasks parked, TreeNews trees) {
        this.context = context;
        this.clock = clock;
        this.pool = pool;
        this.gate = gate;
        this.parked = parked;
        this.trees = trees;
        supervisor = new PolicySupervisor(context.name(), clock);
    }

    /** The supervisor that runs calls of policies. */
    PolicySupervisor supervisor() {
        return supervisor;
    }

    /** For how long workers were kept off between two policies, or by a change of workers. */
    long heldOffNanos() {
        return heldOff;
    }

    /** Closes the gate and waits until no thread is in the policy; false if one does not come out for ten seconds. */
    boolean close() {
        if (gate.isOpen()) {
            isHeldOff = true;
            closedAt = clock.nanoTime();
            gate.close();
        }
        return gate.awaitQuiet();
    }

    /**
     * Adds or removes workers with the gate closed, tells the policy in charge and lets it go on. If it throws or does
     * not return, nobody else is in charge yet, and the gate stays closed.
     *
     * @param now the policy in charge, or null
     * @param move adds or removes them
     * @param method of the policy, which news calls
     * @param beforeOpening is run before the gate opens, and workers are woken to look
     * @return the fault of the policy, or null
     */
    String moveWorkers(
            PolicyInstance now, Runnable move, String method, Consumer<SchedulingPolicy> news, Runnable beforeOpening) {
        Throwable[] thrown = {null};
        String failure;
        try {
            failure = supervisor.run(() -> {
                if (!close()) {
                    reportBusy("workers come or go nevertheless");
                }
                move.run();
                if (now == null) {
                    return null;
                }
                thrown[0] = supervisor.record().call(Call.of(now, method), () -> news.accept(now.policy()));
                if (thrown[0] != null) {
                    return "policy '" + now.name() + "' of context '" + context.name() + "' threw in " + method + ": "
                            + thrown[0];
                }
                beforeOpening.run();
                thrown[0] = goOnNow(now);
                return thrown[0] == null ? null : PolicyStatus.threwAtTasks(now.name(), thrown[0]);
            });
        } catch (StuckPolicyException stuck) {
            seize(now, now);
            thrown[0] = stuck;
            failure = stuck.getMessage();
        }
        if (failure != null) {
            SafeLog.say(LOG, Level.ERROR, failure, thrown[0]);
        }
        return failure;
    }

    private void countHeldOff() {
        if (isHeldOff) {
            isHeldOff = false;
            heldOff += clock.nanoTime() - closedAt;
        }
    }

    /** Takes workers in; with the gate closed. */
    void add(Collection<GateSlot> slots) {
        gate.add(slots);
        slots.forEach(slot -> uncounted -= slot.balance());
    }

    /** Takes workers out; with the gate closed. What was pushed from their places is remembered elsewhere. */
    void remove(Collection<GateSlot> slots) {
        gate.remove(slots);
        for (GateSlot slot : slots) {
            uncounted += slot.balance();
            slot.held().moveTo(gate.sharedSlot().held());
        }
    }

    private long balance() {
        return gate.slots().stream().mapToLong(GateSlot::balance).sum();
    }

    /**
     * Closes the gate, hands all tasks over from the policy in charge, if there is one, to another one, puts that in
     * charge and opens the gate. If it throws or does not return, all tasks are parked, nobody is in charge, and the
     * gate stays closed.
     *
     * @param mustBeQuiet whether the policy in charge goes on if calls of it that are under way do not return
     * @return the exception that the next policy threw, or null; a {@link StuckPolicyException} if it did not return, a
     *     {@link NotQuietException} if the current policy stays in charge
     */
    Throwable handOver(PolicyInstance fresh, boolean mustBeQuiet) {
        PolicyInstance leaving = pool.inCharge();
        try {
            return supervisor.run(() -> closeAndHandOver(leaving, fresh, mustBeQuiet));
        } catch (StuckPolicyException stuck) {
            boolean isFreshStuck = stuck.call().instance() == fresh;
            if (leaving == null || pool.inCharge() == fresh) {
                seize(fresh, fresh); // it has got all tasks but for some of the parked ones
                return stuck;
            }
            if (isFreshStuck && !leaving.isStuck()) { // it was given workers' own tasks
                takeBack();
                return stuck;
            }
            boolean isDrainStuck = !isFreshStuck && onTheirWay.stream().allMatch(List::isEmpty);
            if (isDrainStuck && stuck.call().method().equals("drain")) {
                return handOver(fresh, false); // which has some of the tasks already
            }
            lastWasClean = false;
            seize(leaving, fresh);
            return stuck;
        }
    }

    private Throwable closeAndHandOver(PolicyInstance leaving, PolicyInstance fresh, boolean mustBeQuiet) {
        if (gate.isOpen() && !close()) { // else this change has closed it, or nobody is in charge
            String policy = leaving == null ? "?" : leaving.name();
            if (mustBeQuiet) {
                NotQuietException reason = new NotQuietException(policy, gate.busySlots());
                Throwable thrown = leaving == null ? null : goOnNow(leaving);
                return thrown == null ? reason : thrown;
            }
            reportBusy("policy '" + policy + "' is replaced nevertheless");
        }
        return handOverNow(fresh);
    }

    private void reportBusy(String consequence) {
        String busy = "context '" + context.name() + "': calls of its policy that are under way do not return; ";
        LOG.log(Level.ERROR, busy + consequence);
    }

    private Throwable handOverNow(PolicyInstance fresh) {
        boolean wasTold =
                pool.inCharge() != null && pool.inCharge().isStuck(); // the one in charge did not return from drain
        Throwable thrown = wasTold ? null : tellOfBound(fresh);
        if (thrown != null) {
            takeBackNow();
            return thrown;
        }
        PolicyInstance leaving = pool.inCharge();
        if (leaving != null) {
            tellOfTree(fresh);
            PolicyDrain drain = drain(leaving, fresh, null);
            lastWasClean = drain.isClean();
            pool.putInCharge(fresh);
            if (drain.thrown() != null) {
                PolicyDrain failed = drain(fresh, null, drain.refused());
                park(failed.list(), drain.list());
                return drain.thrown();
            }
        }
        return goOnNow(fresh);
    }

    private void tellOfTree(PolicyInstance next) {
        supervisor.record().call(Call.of(next, "tree"), () -> trees.takesOver(next.policy()));
    }

    /** Tells a policy that takes over of the tasks that programs gave to its workers; what it threw, or null. */
    private Throwable tellOfBound(PolicyInstance fresh) {
        if (!fresh.hasPushedTo()) {
            return null;
        }
        CallRecord record = supervisor.record();
        Call telling = Call.of(fresh, "pushedTo");
        for (ContextWorker worker : context.members()) {
            BoundTasks bound = worker.boundTasks();
            for (Job job : bound == null ? List.<Job>of() : bound.of(context.tasks())) {
                Throwable thrown = record.call(telling, () -> fresh.policy().pushedTo(job, worker));
                if (thrown != null) {
                    return thrown;
                }
            }
        }
        return null;
    }

    /** Whether the policy that was to hand its tasks over last has done all as it should, and may go on if need be. */
    boolean mayGoOn() {
        return lastWasClean;
    }

    /** Closes the gate, takes all tasks back from the policy in charge and parks them before those that are parked. */
    void takeBack() {
        PolicyInstance leaving = pool.inCharge();
        try {
            supervisor.run(() -> {
                if (gate.isOpen() && !close()) {
                    reportBusy("its tasks are taken back nevertheless");
                }
                takeBackNow();
                return null;
            });
        } catch (StuckPolicyException stuck) {
            lastWasClean = false;
            seize(leaving, leaving);
        }
    }

    private void takeBackNow() {
        PolicyInstance leaving = pool.inCharge();
        if (leaving != null) {
            PolicyDrain drain = drain(leaving, null, null);
            lastWasClean = drain.isClean();
            park(drain.list(), List.of());
        }
    }

    /** Leaves the gate closed, with nobody in charge: the time until it opens does not count as held off. */
    void stayParked() {
        isHeldOff = false;
    }

    private PolicyDrain drain(PolicyInstance from, PolicyInstance to, Job excused) {
        // A stuck policy may have handed tasks over before it did not return.
        long before = from.isStuck() && to != null ? held(to, to).size() : 0;
        PolicyDrain drain = new PolicyDrain(pool, from, to, supervisor.record());
        onTheirWay.add(drain.list());
        drain.run(uncounted + balance(), gate.slots(), excused);
        long kept = to == null ? 0 : before + drain.moved() - drain.list().size();
        uncounted = kept - balance();
        return drain;
    }

    private void park(List<Job> first, List<Job> second) {
        parked.putFirst(second);
        parked.putFirst(first);
        for (GateSlot slot : gate.slots()) {
            slot.held().clear();
        }
        nothingIsOnItsWay();
        pool.putInCharge(null);
        trees.takesOver(null);
    }

    private void nothingIsOnItsWay() {
        onTheirWay.clear();
        batch = List.of();
        given = 0;
    }

    /** The tasks that were given to a policy or another one, and were not taken. */
    private Set<Job> held(PolicyInstance one, PolicyInstance other) {
        Set<Job> found = Collections.newSetFromMap(new IdentityHashMap<>()); // a task may be remembered twice
        for (GateSlot slot : gate.slots()) {
            slot.held().forEachReady(job -> {
                if (job.keeper() == one.number() || job.keeper() == other.number()) {
                    found.add(job);
                }
            });
        }
        return found;
    }

    /**
     * Parks all tasks without asking the policies that have them, since a thread was given up in one; with the gate
     * closed.
     */
    private void seize(PolicyInstance one, PolicyInstance other) {
        List<Job> all = new ArrayList<>(held(one, other));
        all.forEach(job -> job.keptBy(PolicyInstance.NOBODY));
        onTheirWay.forEach(all::addAll);
        all.sort(Comparator.comparingLong(Job::id));
        park(all, List.copyOf(batch.subList(given, batch.size())));
        uncounted = -balance();
    }

    /**
     * Puts a policy in charge which knows all tasks but those that are parked: gives it these and opens the gate. If it
     * throws, the tasks are parked again, nobody is in charge, and the gate stays closed.
     *
     * @return the exception that the policy threw, or null
     */
    Throwable goOn(PolicyInstance instance) {
        try {
            return supervisor.run(() -> goOnNow(instance));
        } catch (StuckPolicyException stuck) {
            seize(instance, instance);
            return stuck;
        }
    }

    private Throwable goOnNow(PolicyInstance instance) {
        if (pool.inCharge() != instance) {
            tellOfTree(instance);
        }
        pool.putInCharge(instance);
        try {
            giveParked(instance);
        } catch (AbandonedError abandoned) {
            throw abandoned;
        } catch (Throwable thrown) { // by the policy, or because there is no memory
            Job last = given == 0 ? null : batch.get(given - 1);
            parked.putFirst(batch.subList(given, batch.size()));
            batch = List.of();
            given = 0;
            park(drain(instance, null, last).list(), List.of());
            return thrown;
        }
        nothingIsOnItsWay();
        countHeldOff();
        return null;
    }

    /** Gives a policy the parked tasks until there are none, and opens the gate. */
    private void giveParked(PolicyInstance instance) {
        CallRecord record = supervisor.record();
        Call pushing = Call.of(instance, "push");
        HeldTasks held = gate.sharedSlot().held();
        takeBatch();
        while (!batch.isEmpty()) {
            held.makeRoomFor(batch.size());
            for (Job job : batch) {
                if (job.state() == TaskState.CANCELLED) {
                    job.markGone();
                    given++;
                    continue;
                }
                held.add(job);
                job.keptBy(instance.number());
                job.forgetNotes();
                given++;
                record.enter(pushing);
                try {
                    instance.policy().push(job);
                } finally {
                    record.leave();
                }
            }
            takeBatch();
        }
    }

    private void takeBatch() {
        batch = List.of();
        given = 0;
        batch = parked.takeAllOrOpen(gate);
    }
}
