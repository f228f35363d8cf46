package org.asterism.core.internal.context;

import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.asterism.api.Task;
import org.asterism.api.TaskState;
import org.asterism.core.internal.protocol.LookPermission;
import org.asterism.core.internal.protocol.Waits;
import org.asterism.core.internal.protocol.WorkerProtocol;
import org.asterism.core.internal.task.Completion;
import org.asterism.core.internal.task.Eligibility;
import org.asterism.core.internal.task.Job;
import org.asterism.core.internal.task.Progress;
import org.asterism.core.internal.task.TaskHost;
import org.asterism.spi.policy.SchedulingPolicy;

/**
 * The ready tasks of a context: in its policy while the gate is open, parked while it is closed.
 *
 * <p>Only this class gives tasks to a policy or takes them from it, and it does not trust the policy. It detects a task
 * that the policy hands out twice, to a worker that cannot execute it, or not at all. No task is lost.
 */
final class ReadyPool {
    private static final int MOST_HANDED_BACK = 16;

    /** No fault of the policy: the task goes back to it. */
    private static final String REFUSED = "refused";

    private final Context context;
    private final ContextHome home;
    private final TaskHost host;
    private final Predicate<Job> hasInherited;
    private final Gate gate = new Gate();
    private final ParkedTasks parked = new ParkedTasks();
    private final TreeNews trees;
    private final TaskTransfer transfer;
    private final PolicyHooks hooks;
    private volatile PolicyInstance inCharge;

    /** Null if every priority is fine. */
    private volatile Priorities priorities;

    /** Whether there ever was a task that not every worker of its architectures can execute. */
    private volatile boolean hasRestricted;

    /** The pool for tasks that become ready late, or null. */
    private volatile ReadyPool heir;

    /**
     * @param host of the tasks that were made for the context
     * @param hasInherited whether a task of another host belongs to this context now
     */
    ReadyPool(Context context, ContextHome home, TaskHost host, Predicate<Job> hasInherited) {
        this.context = context;
        this.home = home;
        this.host = host;
        this.hasInherited = hasInherited;
        trees = new TreeNews(context, this, home.observers());
        transfer = new TaskTransfer(context, home.clock(), this, gate, parked, trees);
        hooks = new PolicyHooks(context, this, gate);
    }

    /** The policy in charge, or null. */
    PolicyInstance inCharge() {
        return inCharge;
    }

    /** Returns the reporter of the policy's tree to observers. */
    TreeNews trees() {
        return trees;
    }

    /** Returns the hooks that notify the policy of tasks other than by push and pop. */
    PolicyHooks hooks() {
        return hooks;
    }

    boolean isOpen() {
        return gate.isOpen();
    }

    /** Whether a task belongs to this context: it was made for it, or for one that this has inherited from. */
    boolean has(Job job) {
        return job.host() == host || hasInherited.test(job);
    }

    Priorities priorities() {
        return priorities;
    }

    void range(Priorities range) {
        priorities = range;
    }

    /** Brings the priority of a task into the range that is about to be scheduled. */
    void clampPriority(Job job) {
        Priorities range = acting().priorities;
        if (range != null) {
            range.clamp(job);
        }
    }

    void restrictedCame() {
        hasRestricted = true;
    }

    boolean hasRestricted() {
        return hasRestricted;
    }

    Context context() {
        return context;
    }

    /** The ready tasks of the context that has inherited these last, or these. */
    ReadyPool acting() {
        ReadyPool next = heir;
        if (next == null) {
            return this;
        }
        ReadyPool last = next.acting();
        if (last != next) {
            heir = last; // so that chains stay short
        }
        return last;
    }

    // The hot path.

    /**
     * Gives a ready task to the policy, or parks it: it returns false then.
     *
     * @throws RuntimeException if the task could not be kept; then it is neither parked nor with the policy
     * @throws Error likewise, above all if there is no memory for it
     */
    boolean push(Job job, ContextWorker current) {
        do {
            GateSlot own = ownSlot(current); // which another one takes the place of when the worker is taken out
            GateSlot slot = own == null ? gate.slotOfThread() : own;
            WorkerProtocol worker = current == null ? null : current.protocol();
            int before = gate.enter(slot, worker);
            if (before != Gate.CLOSED) {
                pushInside(job, slot, worker, before);
                return true;
            }
            if (parked.isLeft()) {
                return acting().take(job, current);
            }
        } while (!parked.park(job, gate));
        return false;
    }

    private GateSlot ownSlot(ContextWorker current) {
        return current == null ? null : current.slot(context);
    }

    private void pushInside(Job job, GateSlot slot, WorkerProtocol worker, int before) {
        PolicyInstance now = inCharge;
        Throwable thrown = null;
        try {
            slot.held().add(job); // if there is no memory for it, the policy is neither called nor blamed
            try {
                job.keptBy(now.number());
                job.forgetNotes();
                now.policy().push(job);
            } catch (Throwable any) {
                thrown = any;
            }
        } finally {
            gate.leave(slot, worker, before);
        }
        if (thrown != null) {
            context.lifecycle().policyFailed(now, "threw in push(" + job + "): " + thrown, thrown);
        }
    }

    /**
     * Takes a task for a worker: its own, or one from the policy, or null. The task is SCHEDULED then, or RUNNING if it
     * {@link ContextWorker#announceBegin begins at once}, and the worker's; null also if the worker must not look now.
     *
     * @param origin is set to where the task comes from
     * @param isLook whether this is a look by itself; else the worker has begun one through several contexts
     */
    Job pop(ContextWorker worker, TaskOrigin origin, boolean isLook) {
        Job job = popAny(worker, origin, isLook);
        while (job != null && job.state() == TaskState.CANCELLED) {
            job = popAny(worker, origin, isLook);
        }
        return job;
    }

    /** Takes a task that a program gave to a worker, which need not be one of the context, or null. */
    Job popOwn(ContextWorker worker, TaskOrigin origin) {
        origin.clear();
        BoundTasks bound = worker.boundTasks();
        if (bound == null || bound.isEmpty()) {
            return null;
        }
        GateSlot slot = gate.sharedSlot();
        slot.arrive(); // where those who pause the runtime wait for the takers
        try {
            Job own = home.isPaused() ? null : bound.take();
            if (own != null) {
                Bundles.place(own, worker);
            }
            return own;
        } finally {
            slot.leave();
        }
    }

    /** Takes a task as {@link #pop} does, or one that was called off while the policy had it. */
    private Job popAny(ContextWorker worker, TaskOrigin origin, boolean isLook) {
        origin.clear(); // a called-off task may have come from the policy before
        GateSlot slot = worker.slot(context);
        if (slot == null) {
            return null;
        }
        WorkerProtocol protocol = worker.protocol();
        if (isLook) {
            protocol.announceLook();
        }
        slot.announce();
        VarHandle.fullFence();
        if (isLook) {
            LookPermission found = protocol.admission();
            if (found != LookPermission.FREE && !isLetIn(found, slot, protocol)) {
                return null;
            }
        }
        if (home.isPaused()) {
            leave(slot, protocol, isLook);
            return null;
        }
        BoundTasks bound = worker.boundTasks();
        if (bound != null && !bound.isEmpty()) {
            Job own = bound.take(); // whatever the policy does: the gate need not be open
            if (own != null) {
                leave(slot, protocol, isLook);
                Bundles.place(own, worker);
                return own;
            }
        }
        if (!gate.admits(slot)) {
            leave(slot, protocol, isLook);
            return null;
        }
        PolicyInstance now = inCharge;
        Task task = null;
        String fault = null;
        Throwable thrown = null;
        try {
            task = popPlaced(now.policy(), worker);
            // Claimed before the gate is left: a swap would find it ready, in no policy, and give it to the next one.
            fault = task == null ? null : claim(task, worker, now, slot, origin);
            while (fault != null && fault == REFUSED) {
                Task refused = task;
                task = null;
                now.policy().push(refused);
                task = popPlaced(now.policy(), worker);
                fault = task == null ? null : claim(task, worker, now, slot, origin);
            }
        } catch (Throwable any) {
            fault = "threw in pop(" + worker.name() + ")"
                    + (task == null ? "" : " or followsExecution(" + task + ", " + worker.name() + ")") + ": " + any;
            thrown = any;
        } finally {
            leave(slot, protocol, isLook);
        }
        if (fault != null) {
            context.lifecycle().policyFailed(now, fault, thrown);
            return null;
        }
        return (Job) task;
    }

    private static void leave(GateSlot slot, WorkerProtocol protocol, boolean isLook) {
        slot.leave();
        if (isLook) {
            protocol.leave(0);
        }
    }

    /** Whether a look that somebody has an interest in begins nevertheless; else it is withdrawn. */
    private static boolean isLetIn(LookPermission found, GateSlot slot, WorkerProtocol protocol) {
        if (found == LookPermission.OBSERVED) {
            protocol.forgetObservation();
            return true;
        }
        leave(slot, protocol, true);
        if (found != LookPermission.LOCKED || !Waits.look(protocol).isGranted()) {
            return false;
        }
        slot.arrive();
        return true;
    }

    /**
     * Pops a task. One whose bundle was placed elsewhere just now, since the policy asked whether the worker can
     * execute it, goes back. A policy that hands out the same again, or one such task after the other, has not asked.
     */
    private Task popPlaced(SchedulingPolicy policy, ContextWorker worker) {
        Task back = null;
        for (int left = MOST_HANDED_BACK; ; left--) {
            Task task = policy.pop(worker);
            boolean ours = task instanceof Job job && has(job);
            if (!ours || task == back || left == 0 || Bundles.place((Job) task, worker)) {
                return task;
            }
            back = task;
            policy.push(task);
        }
    }

    /**
     * Makes a task the worker's own; what the policy did wrong, or null. {@link #REFUSED} means that the unit cannot
     * run the task's codelet, which it is asked only now so that nobody pays for it where all units can run all
     * codelets.
     *
     * @param origin receives the policy, and whether it follows the task
     */
    private String claim(Task task, ContextWorker worker, PolicyInstance now, GateSlot slot, TaskOrigin origin) {
        if (!(task instanceof Job job) || !has(job)) {
            return "handed out " + task + ", which is not a task of context '" + context.name() + "'";
        }
        if (!worker.canExecute(job)) {
            if (worker.hasChoice() && !job.isRestricted() && job.keeper() == now.number()) {
                Eligibility.askEach(job); // the policy could not know, and asks when it gets the task back
                restrictedCame();
                return REFUSED;
            }
            return "handed out " + job + " to " + worker.name() + ", which cannot execute it";
        }
        if (job.keeper() != now.number()) {
            return "handed out " + job
                    + (job.state() == TaskState.READY ? ", which it did not have" : " a second time");
        }
        boolean follows = now.follows(job, worker); // first: what it throws must not leave a task that is claimed
        boolean begins = worker.announceBegin(job); // shown first, so that no snapshot misses it
        boolean isTaken = Progress.advance(job, TaskState.READY, begins ? TaskState.RUNNING : TaskState.SCHEDULED);
        if (begins && !isTaken) {
            worker.withdrawBegin();
        }
        if (isTaken || job.state() == TaskState.CANCELLED && job.markGone()) {
            job.keptBy(PolicyInstance.NOBODY);
            slot.oneTaken();
            origin.set(now, follows);
            return null;
        }
        return "handed out " + job + " a second time";
    }

    void awaitTakers() {
        gate.awaitQuiet();
    }

    // Changes.

    /** Puts a policy in charge, or none; with the gate closed. */
    void putInCharge(PolicyInstance fresh) {
        inCharge = fresh;
    }

    /** Returns the operations of changes, for one thread at a time. */
    TaskTransfer transfer() {
        return transfer;
    }

    /** Takes over a ready task of a context that this one inherits from; what {@link #push} says. */
    private boolean take(Job job, ContextWorker current) {
        clampPriority(job);
        return push(job, current);
    }

    /**
     * Gives the tasks that wait here to another context's pool, in their order, and all that will come as well; after
     * the policy has left. They come behind each other until none is left: then they need not come here first.
     */
    void passOn(ReadyPool inheriting) {
        heir = inheriting;
        for (List<Job> batch = parked.takeAllOrLeave(); !batch.isEmpty(); batch = parked.takeAllOrLeave()) {
            for (Job job : batch) {
                if (job.state() == TaskState.CANCELLED) {
                    job.markGone();
                } else {
                    passOn(job, inheriting);
                }
            }
        }
    }

    private static void passOn(Job job, ReadyPool heir) {
        try {
            heir.take(job, null);
        } catch (RuntimeException | Error thrown) { // the task is not parked any more
            if (!Completion.endUnkept(job, thrown)) {
                throw thrown;
            }
        }
    }

    /** Takes the parked tasks out for good; with the gate closed. */
    List<Job> takeParked() {
        return parked.takeAll();
    }

    void tidy() {
        gate.tidy();
    }

    // Looking.

    boolean hasParked() {
        return parked.hasReady();
    }

    /** The tasks that wait for a worker: parked ones and those in the policy, in no order. */
    List<Job> readyTasks() {
        // A task that becomes ready several times may be remembered as often; one that was called off is parked still.
        Set<Job> ready = Collections.newSetFromMap(new IdentityHashMap<>());
        ready.addAll(parked.snapshot());
        ready.removeIf(job -> job.state() != TaskState.READY);
        for (GateSlot slot : gate.slots()) {
            slot.held().forEachReady(ready::add);
        }
        return new ArrayList<>(ready);
    }

    /** The tasks that a worker has taken and not begun; it may not show them yet. */
    List<Job> takenTasks() {
        List<Job> taken = new ArrayList<>();
        for (GateSlot slot : gate.slots()) {
            slot.held().forEachTaken(taken::add);
        }
        return taken;
    }

    /** See {@link HeldTasks#showReady}. */
    void showReady(ReadyVisitor visitor) {
        for (Job job : parked.snapshot()) {
            if (job.state() == TaskState.READY && !visitor.visit(job, 1)) {
                return;
            }
        }
        for (GateSlot slot : gate.slots()) {
            if (!slot.held().showReady(visitor)) {
                return;
            }
        }
    }
}
