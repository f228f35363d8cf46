package org.asterism.core.internal.context;

import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.asterism.api.Clock;
import org.asterism.api.Codelet;
import org.asterism.api.CombinedWorker;
import org.asterism.api.ContextDescription;
import org.asterism.api.ContextLoad;
import org.asterism.api.ContextState;
import org.asterism.api.ExpectedWork;
import org.asterism.api.FailureMode;
import org.asterism.api.PriorityRange;
import org.asterism.api.SchedulingContext;
import org.asterism.api.Task;
import org.asterism.api.TaskFailedException;
import org.asterism.api.TaskState;
import org.asterism.api.TasksFailedException;
import org.asterism.api.TasksStuckException;
import org.asterism.api.Worker;
import org.asterism.api.tree.TreeView;
import org.asterism.core.internal.access.Holds;
import org.asterism.core.internal.dependency.DataOrder;
import org.asterism.core.internal.partition.CutOrder;
import org.asterism.core.internal.plugin.PolicyPlugin;
import org.asterism.core.internal.tag.TagBoard;
import org.asterism.core.internal.task.Bundle;
import org.asterism.core.internal.task.CalledOff;
import org.asterism.core.internal.task.Completion;
import org.asterism.core.internal.task.Job;
import org.asterism.core.internal.task.Outside;
import org.asterism.core.internal.task.TaskHost;
import org.asterism.core.internal.team.Combinations;

/** A scheduling context: what programs and the runtime see of it, and what its tasks ask of it. */
public final class Context implements SchedulingContext, TaskHost {
    private volatile ContextDescription description;
    private final String name;
    private final ContextHome home;
    private final Context parent;
    private final Custody custody = new Custody(this);
    private final ContextChanges changes;
    private final TaskCounts counts = new TaskCounts();
    private final Failures failures;
    private final FailFast failFast;
    private final WayToPolicy way;
    private final Bindings bindings = new Bindings(this);
    private final CallingOff callingOff = new CallingOff(custody, bindings);
    private final Combinations combinations = new Combinations();
    private final BusyTimes busyTimes = new BusyTimes();
    private volatile SubmissionLimit limit;
    private volatile WorkToCome toCome;
    private volatile boolean closing;
    private volatile int rank;

    /** Null if every priority is fine. */
    private volatile Priorities priorities;

    private final long createdNanoTime;

    /** Who would take the workers and tasks if this one were closed, or null. */
    private volatile Context heir;

    /** Who has taken them, or null. */
    private volatile Context inheritedBy;

    /** How often this one has taken another's. */
    private final AtomicInteger inheritances = new AtomicInteger();

    /**
     * Makes a context without workers.
     *
     * @param description what it shall be like
     * @param home its runtime
     * @param parent what it is nested in, or null
     */
    public Context(ContextDescription description, ContextHome home, Context parent) {
        this.description = description;
        this.name = description.name();
        this.home = home;
        this.parent = parent;
        rank = description.rank();
        priorities = Priorities.of(description);
        createdNanoTime = home.clock().nanoTime();
        limit = SubmissionLimit.of(description.goOnSubmitting(), description.mostSubmitted());
        failFast = new FailFast(name);
        way = new WayToPolicy(this, home, custody, bindings, callingOff);
        failures = new Failures(home.clock());
        changes = new ContextChanges(this, home, custody, description.policy(), description.fallbackPolicy());
    }

    /**
     * Takes another description over: what is said there of the limit, the rank, the priorities and the fall-back. Policy, workers and the
     * context that it is nested in are changed by others.
     */
    public void describe(ContextDescription changed) {
        boolean isRanked = changed.rank() != rank;
        limitSubmitted(changed.goOnSubmitting(), changed.mostSubmitted());
        changes.fallBackTo(changed.fallbackPolicy());
        description = changed;
        rank = changed.rank();
        priorities = Priorities.of(changed);
        if (isRanked) {
            members().forEach(ContextWorker::ranksChanged);
        }
    }

    /** Changes the range of its tasks' priorities. */
    public void range(PriorityRange range) {
        description = description.withPriorities(range);
        priorities = Priorities.of(description);
    }

    // What programs see.

    @Override
    public String name() {
        return name;
    }

    @Override
    public ContextState state() {
        return changes.state();
    }

    @Override
    public List<Worker> workers() {
        return List.copyOf(members());
    }

    @Override
    public ContextDescription description() {
        return description;
    }

    @Override
    public Optional<SchedulingContext> parent() {
        return Optional.ofNullable(parent);
    }

    /** What it is nested in, or null. */
    public Context nestedIn() {
        return parent;
    }

    @Override
    public void addWorkers(Collection<? extends Worker> added) {
        home.move(this, List.copyOf(added), true);
    }

    @Override
    public void removeWorkers(Collection<? extends Worker> removed) {
        home.move(this, List.copyOf(removed), false);
    }

    /** Whether the calling thread makes a change here: then it comes from a policy that takes part in it. */
    public boolean isChangedHere() {
        return changes.isChangedHere();
    }

    @Override
    public ContextLoad load() {
        return new ContextLoad(
                counts.submittedSoFar(),
                readyTasks().size(),
                tasksUnderWay(),
                counts.doneSoFar(),
                counts.failedSoFar(),
                counts.cancelledSoFar(),
                busyTimes.read(),
                home.clock().nanoTime());
    }

    private long tasksUnderWay() {
        Set<Job> underWay = new HashSet<>();
        home.workers().forEach(worker -> worker.forEachUnderWay(underWay::add));
        return underWay.stream()
                .filter(job -> has(job) && !job.state().isFinal())
                .count();
    }

    /** How long workers run tasks of the context, if somebody wants to know. */
    public BusyTimes busyTimes() {
        return busyTimes;
    }

    @Override
    public List<CombinedWorker> combinedWorkers() {
        return combinations.among(members(), home.combinedWorkers());
    }

    @Override
    public CombinedWorker combine(Collection<? extends Worker> workers) {
        refusePolicies("combine(" + workers + ")");
        requireOpen();
        List<ContextWorker> members = members();
        for (Worker worker : workers) {
            if (!members.contains(worker)) {
                throw new IllegalArgumentException("worker " + worker.name() + " is not a worker of context '" + name
                        + "': combine some of " + members);
            }
        }
        return combinations.add(workers, members, home.combinedWorkers());
    }

    @Override
    public long createdNanoTime() {
        return createdNanoTime;
    }

    @Override
    public void expect(ExpectedWork work) {
        toCome = new WorkToCome(work);
    }

    /** What the program has said of the work that is to come, or null. */
    public WorkToCome toCome() {
        return toCome;
    }

    @Override
    public Task task(Codelet codelet) {
        return new Job(this, codelet, home.nextTaskId());
    }

    @Override
    public Optional<String> policy() {
        PolicySlot slot = custody.slot();
        return slot == null ? Optional.empty() : Optional.of(slot.name());
    }

    @Override
    public Optional<TreeView> tree() {
        PolicySlot slot = custody.slot();
        return slot == null ? Optional.empty() : slot.policy().tree();
    }

    @Override
    public String wantedPolicy() {
        return changes.wantedPolicy();
    }

    @Override
    public Map<String, String> wantedPolicyProperties() {
        return changes.wantedProperties();
    }

    @Override
    public Optional<String> fallbackPolicy() {
        return changes.fallbackPolicy();
    }

    @Override
    public Optional<String> trouble() {
        return changes.trouble();
    }

    @Override
    public long policyChanges() {
        return changes.policyChanges();
    }

    @Override
    public long heldOffNanos() {
        return custody.takeover().heldOffNanos();
    }

    /** Whether tasks pass to and from the policy just now. */
    boolean isOpen() {
        return custody.isOpen();
    }

    Clock clock() {
        return home.clock();
    }

    @Override
    public void usePolicy(String policy, Map<String, String> properties) {
        refusePolicies("usePolicy(" + policy + ")");
        changes.usePolicy(policy, properties);
    }

    /** Refuses to go on if it is a scheduling policy that calls. */
    public void refusePolicies(String what) {
        ContextWorker current = home.currentWorker();
        Turn turn = current == null ? null : current.turn(this);
        if (turn != null && turn.isInside() || changes.isChangedHere()) {
            throw calledByPolicy(what);
        }
    }

    /**
     * Whether a scheduling policy calls, also on a thread that passes no place of its own, as one of the program: for changes, which are
     * so rare that they may look through the stack.
     */
    public static boolean isPolicyCalling() {
        return StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE)
                .walk(frames -> frames.anyMatch(frame -> frame.getDeclaringClass() == Custody.class));
    }

    /** Says that a policy must not do something. */
    public static IllegalStateException calledByPolicy(String what) {
        return new IllegalStateException(
                what + " must not be called by a scheduling policy: call it from a kernel, a callback or the program");
    }

    @Override
    public void waitAll() throws InterruptedException {
        waitAll(null);
    }

    @Override
    public boolean waitAll(Duration time) throws InterruptedException {
        refuseWorkers("wait for all tasks of context '" + name + "'");
        if (!home.awaitEnd(this, time)) {
            return false;
        }
        List<Context> reporting = home.waitedFor(this);
        Map<Context, CalledOff> failingFast = new IdentityHashMap<>();
        reporting.forEach(each -> failingFast.put(each, each.failingFast()));
        TasksFailedException report =
                Failures.report(reporting.stream().map(Context::failures).toList());
        failingFast.forEach(Context::reported);
        if (report != null) {
            throw report;
        }
        return true;
    }

    @Override
    public void waitUntilAtMost(long tasks) throws InterruptedException {
        refuseWorkers("wait for tasks of context '" + name + "'");
        home.awaitAtMost(this, tasks);
    }

    @Override
    public void limitSubmitted(long goOn, long most) {
        description = description.withLimit(goOn, most);
        limit = SubmissionLimit.of(goOn, most);
    }

    private void makeRoom() {
        SubmissionLimit now = limit;
        if (now != null && counts.left() >= now.most()) {
            home.makeRoom(this, now.goOn());
        }
    }

    @Override
    public void onFailure(FailureMode mode) {
        failFast.mode(Objects.requireNonNull(mode, "mode"));
    }

    @Override
    public void close() {
        if (home.isDefault(this)) {
            throw new IllegalStateException(
                    "the default context ends with its runtime: close that, or a context made by createContext(...)");
        }
        refuseWorkers("close context '" + name + "'");
        refusePolicies("close()");
        if (state() == ContextState.CLOSED) {
            return;
        }
        closing = true;
        boolean done = false;
        try {
            home.closeNested(this);
            while (!home.leaveToHeir(this)) {
                long before = inheritances();
                awaitEndUninterrupted();
                if (home.end(this, before)) {
                    break;
                }
                home.closeNested(this);
            }
            done = true;
        } finally {
            closing = done;
        }
    }

    private void awaitEndUninterrupted() {
        boolean interrupted = false;
        while (true) {
            try {
                home.awaitEnd(this, null);
                break;
            } catch (InterruptedException again) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void requireOpen() {
        home.requireOpen();
        if (closing && home.currentWorker() == null) {
            throw new IllegalStateException("context '" + name
                    + "' is closed: make the task with another one, such as Runtime.defaultContext()");
        }
    }

    /** Whether it takes no tasks from programs any more. */
    public boolean isClosing() {
        return closing;
    }

    // Inheritance.

    /** Who takes its workers and tasks when it is closed, or null. */
    public Context heir() {
        return heir;
    }

    /** Says who takes its workers and tasks when it is closed; null for nobody. */
    public void leaveTo(Context chosen) {
        heir = chosen;
    }

    /** How often it has inherited tasks. */
    public long inheritances() {
        return inheritances.get();
    }

    /** The context that a task is in now. */
    public static Context of(Job job) {
        return ((Context) job.host()).acting();
    }

    /** Whether a task is in this context now: it was made for it, or for one that this one has inherited from. */
    public boolean has(Job job) {
        return job.host() == this || job.host() instanceof Context maker && maker.acting() == this;
    }

    /** The context that has this one's tasks: itself, or whoever has inherited them. */
    public Context acting() {
        Context next = inheritedBy;
        if (next == null) {
            return this;
        }
        Context last = next.acting();
        if (last != next) {
            inheritedBy = last; // so that chains stay short
        }
        return last;
    }

    /** Has another context count the tasks of this one, which has ended, and report what it has not. */
    public void account(Context inheriting) {
        counts.passTo(inheriting.counts);
        failures.passTo(inheriting.failures);
    }

    /**
     * Leaves the tasks that no worker has taken to another context: those that are ready in their order, the others when they become
     * so. Those that workers have been given stay with these. After it was shut.
     */
    public void bequeath(Context inheriting) {
        account(inheriting);
        callingOff.passTo(inheriting.callingOff);
        bindings.passTo(inheriting.bindings);
        inheritedBy = inheriting;
        inheriting.inheritances.incrementAndGet();
        custody.passOn(inheriting.custody);
    }

    Custody custody() {
        return custody;
    }

    /** Is told that a worker was given a task of one that this one has inherited from. */
    void knowBound(ContextWorker worker) {
        bindings.know(worker);
    }

    /** Brings the priority of a task into the range that is about to be scheduled here. */
    void clampPriority(Job job) {
        Priorities range = priorities;
        if (range != null) {
            range.clamp(job);
        }
    }

    void restrictedCame() {
        way.restrictedCame();
    }

    /** What has failed since it was last reported. */
    public Failures failures() {
        return failures;
    }

    // Pausing.

    boolean isPaused() {
        return home.isPaused();
    }

    /** Waits until every worker that was about to take a task has done so. */
    public void awaitTakers() {
        custody.awaitTakers();
    }

    /** Has all workers look for tasks. */
    public void wakeWorkers() {
        VarHandle.fullFence();
        members().forEach(worker -> worker.wakeUp(this));
    }

    // Changes.

    /** Installs the policy the context starts with, if it is there; the context is parked otherwise. */
    public void start(Map<String, String> properties) {
        changes.start(properties);
    }

    /** Has a policy take over now or, if that cannot be, when it comes; see {@link ContextChanges#wishPolicy}. */
    public void wishPolicy(String policy, Map<String, String> properties) {
        refusePolicies("wishPolicy(" + policy + ")");
        changes.wishPolicy(policy, properties);
    }

    /** Waits for the end of the change of policy or workers that is under way, if there is one. */
    public void awaitChange() {
        changes.awaitChange();
    }

    public void policyArrived(PolicyPlugin plugin) {
        changes.policyArrived(plugin);
    }

    public void policyLeft(PolicyPlugin plugin) {
        changes.policyLeft(plugin);
    }

    /** Takes over from a policy that broke its contract. Called outside of the gate, by the thread that noticed it. */
    void policyFailed(PolicySlot failed, String what, Throwable thrown) {
        ContextWorker current = home.currentWorker();
        if (current != null && current.isScheduling()) {
            // A change waits for the end of the operation, which the thread therefore must not wait in for a change.
            current.defer(() -> changes.policyFailed(failed, what, thrown), "replacing policy '" + failed.name() + "'");
        } else {
            changes.policyFailed(failed, what, thrown);
        }
    }

    /** The workers, by id. */
    public List<ContextWorker> members() {
        return changes.members();
    }

    /** The worker of an id, or null if it is not here. */
    public ContextWorker member(int id) {
        return changes.member(id);
    }

    /** Takes workers in that are not here. */
    public void takeIn(List<? extends ContextWorker> added) {
        if (!added.isEmpty()) {
            changes.addWorkers(added);
        }
    }

    /** Takes workers out. Tasks that they have begun are theirs still. */
    public void takeOut(Collection<? extends ContextWorker> removed) {
        if (!removed.isEmpty()) {
            changes.removeWorkers(Set.copyOf(removed));
        }
    }

    /** Closes the context for good: its workers get no tasks any more. */
    public void shut() {
        changes.shut();
    }

    /**
     * Wakes another worker instead of one that was woken and has found a task by itself: one of its kind, which can run what
     * that one could, or else all that sleep, since nobody knows for which task it was woken. Of a kind does not mean that much
     * when tasks are restricted.
     */
    public void wakeInsteadOf(ContextWorker busy) {
        VarHandle.fullFence();
        for (ContextWorker worker : members()) {
            if (!way.hasRestricted() && worker.architecture() == busy.architecture() && worker.wakeUp(this)) {
                return;
            }
        }
        members().forEach(worker -> worker.wakeUp(this));
    }

    /** Wakes the workers that can execute the tasks of a bundle which has just been placed. */
    void wakeNear(Bundle bundle) {
        VarHandle.fullFence();
        bundle.tasks().stream().map(task -> (Context) task.context()).distinct().forEach(context -> {
            for (ContextWorker worker : context.members()) {
                if (worker.memoryNode() == bundle.memoryNode()) {
                    worker.wakeUp(context);
                }
            }
        });
    }

    // Tasks.

    @Override
    public SchedulingContext context() {
        return acting();
    }

    @Override
    public void bind(Job job, Worker worker, long order) {
        acting().bindings.bind(job, worker, order);
    }

    @Override
    public void unbind(Job job, Worker worker, long order, boolean ended) {
        Bindings.unbind(job, worker, order, ended);
    }

    @Override
    public void holdBegins() {
        home.holdBegins();
    }

    @Override
    public boolean runsTasks() {
        return true;
    }

    @Override
    public long architectures(Codelet codelet) {
        return home.architectures(codelet);
    }

    @Override
    public void schedule() {
        refuseWorkers("say that tasks shall be scheduled");
        tellToSchedule();
    }

    /** Tells the policy that a program waits for tasks. */
    public void tellToSchedule() {
        acting().custody.tellToSchedule(home.currentWorker());
    }

    @Override
    public void submit(Job job) {
        try {
            IllegalStateException misfit = Bindings.misfit(job);
            if (misfit != null) {
                throw misfit;
            }
            acting().bindings.refuseOutside(job);
            Priorities range = priorities;
            if (range != null) {
                range.submitted(job);
            }
            home.prepare(job);
            acting().makeRoom();
            requireOpen();
            if (CutOrder.concerns(job)) {
                CutOrder.declare(job, home.holds());
            } else {
                DataOrder.declare(job);
            }
        } catch (RuntimeException refused) {
            job.advance(TaskState.SUBMITTED, TaskState.CREATED);
            if (job.isCalledOff()) {
                job.cancel(); // by somebody who saw it submitted
            }
            throw refused;
        }
        if (job.particulars() != null) {
            TagBoard.submitted(job, job.tags());
        }
        home.submitted(job);
        acting().custody.tellOfSubmitted(job, home.currentWorker());
        placed(job);
        home.submissionEnds();
    }

    @Override
    public void placed(Job job) {
        counts.submitted();
        job.removeSubmissionObstacle();
    }

    @Override
    public void ready(Job job) {
        way.ready(job);
    }

    @Override
    public void schedule(Job job) {
        way.schedule(job);
    }

    @Override
    public void again(Job job) {
        way.push(job);
        home.cameAgain();
    }

    /** Why a task that a worker has taken must not begin, or null. */
    public Throwable whyNotBegin() {
        Throwable cause = failFast.cause();
        Context next = inheritedBy;
        return cause != null || next == null ? cause : next.whyNotBegin();
    }

    @Override
    public CalledOff whyNoFurtherRound() {
        if (home.isClosed()) {
            return CalledOff.because("its runtime was closed or asked to end", null);
        }
        Context next = inheritedBy;
        if (next != null) {
            return next.whyNoFurtherRound();
        }
        return closing && heir == null ? CalledOff.because("its context '" + name + "' was closed", null) : null;
    }

    /** A task that a program gave to a worker, which need not belong to this context, or null. */
    public Job popOwn(ContextWorker worker) {
        return custody.popOwn(worker);
    }

    /** Before which other contexts a worker that belongs to several looks into this one: the greatest first. */
    public int rank() {
        return rank;
    }

    /** A task for a worker that is free, or null; a look by itself. */
    public Job pop(ContextWorker worker) {
        return custody.pop(worker);
    }

    /** A task for a worker that has begun a look through several contexts, or null. */
    public Job popWithin(ContextWorker worker) {
        return custody.popWithin(worker);
    }

    /** Tells the policy that a task's kernel is about to run. */
    public void begins(Job job, ContextWorker worker, Object poppedFrom) {
        if (poppedFrom instanceof PolicySlot slot && slot.hasBefore()) {
            acting().custody.tell(job, worker, slot, true);
        }
    }

    /** Tells the policy that a task's kernel has run. */
    public void ended(Job job, ContextWorker worker, Object poppedFrom) {
        WorkToCome said = toCome;
        if (said != null) {
            said.ran(job);
        }
        if (poppedFrom instanceof PolicySlot slot && slot.hasAfter()) {
            acting().custody.tell(job, worker, slot, false);
        }
    }

    @Override
    public void promised(Job job) {
        callingOff.promised(job);
    }

    @Override
    public void withdrawn(Job job) {
        counts.submitted();
    }

    @Override
    public void waitsOutside(Outside obstacle) {
        callingOff.waitsOutside(obstacle);
    }

    @Override
    public void waitsOutsideNoMore(Outside obstacle) {
        callingOff.waitsOutsideNoMore(obstacle);
    }

    @Override
    public void settled(Job job, boolean awaited) {
        if (job.isPromised()) {
            callingOff.promisedNoMore(job);
        }
        counts.ended(job.state());
        WorkToCome said = toCome;
        if (said != null) {
            said.settled();
        }
        home.settled(awaited);
    }

    @Override
    public Holds holds() {
        return home.holds();
    }

    @Override
    public void wake(boolean awaited) {
        home.settled(awaited);
    }

    @Override
    public void report(Throwable failure) {
        failures.add(failure);
    }

    @Override
    public void failed(TaskFailedException failure) {
        failures.add(failure);
        failFast(failure);
    }

    @Override
    public void reportDependent(TaskFailedException failure) {
        failures.addDependent(failure);
        failFast(failure);
    }

    private void failFast(TaskFailedException failure) {
        Context next = inheritedBy;
        if (next != null) {
            next.failFast(failure);
        } else if (failFast.failed(failure)) {
            // Those that are ready already; the others are called off when they become so.
            CalledOff why = failFast.cause();
            readyTasks().forEach(job -> Completion.callOff(job, TaskState.READY, why));
        }
    }

    /** Why the context's tasks are called off now, or null; to be given to {@link #reported} after the next report. */
    public CalledOff failingFast() {
        return failFast.cause();
    }

    /** Is told that the failures were reported, and with them what called tasks off: others may run again. */
    public void reported(CalledOff before) {
        failFast.reported(before);
    }

    @Override
    public boolean await(Job job, Duration time) throws InterruptedException {
        return home.await(job, time);
    }

    @Override
    public TasksStuckException standing() {
        return home.standing();
    }

    @Override
    public void refuseWorkers(String what) {
        ContextWorker current = home.currentWorker();
        if (current != null) {
            throw new IllegalStateException(current.name() + " must not " + what
                    + " from a kernel or callback, since workers do not wait: use after(...) or onCompletion(...)");
        }
        if (Completion.isUnderWay()) {
            throw new IllegalStateException("a callback must not " + what
                    + ", since the thread that calls it has tasks to end still: use after(...) or onCompletion(...)");
        }
    }

    @Override
    public TagBoard tags() {
        return home.tags();
    }

    @Override
    public boolean isSameRuntime(TaskHost other) {
        return other instanceof Context context ? context.home == home : other.isSameRuntime(this);
    }

    /** Lets go of tasks that have ended; when all have. */
    public void tidy() {
        custody.tidy();
        bindings.tidy();
    }

    public TaskCounts counts() {
        return counts;
    }

    /** The tasks that wait for a worker, in no order. */
    public List<Job> readyTasks() {
        List<Job> ready = custody.readyTasks();
        ready.addAll(bindings.readyTasks());
        return ready;
    }

    /**
     * Shows tasks that wait for whichever worker of the context to a visitor, until it has seen enough. Of very many only some are
     * shown; while tasks come and go, one may be shown twice or not at all.
     */
    public void showReady(ReadyVisitor visitor) {
        custody.showReady(visitor);
    }

    /** What a ready task that was given to a worker waits for, or null if it was given to none. */
    public String obstacleOfBound(Job job) {
        return Bindings.obstacleOf(job);
    }

    /**
     * The tasks that others waited for before they were submitted, until they have ended: they may have come to wait for those
     * others in turn, and are found by nobody then but here.
     */
    public Collection<Job> promisedTasks() {
        return callingOff.promisedTasks();
    }

    /** The tasks that wait for work that is not the runtime's, once for each piece of it. */
    public List<Job> tasksWaitingOutside() {
        return callingOff.tasksWaitingOutside();
    }

    /** Calls off every task that has not begun, for the end of the context; after it was shut. */
    public void cancelAll(CalledOff why) {
        callingOff.all(why);
    }
}
