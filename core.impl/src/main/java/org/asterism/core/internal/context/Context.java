package org.asterism.core.internal.context;

import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
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
import org.asterism.api.TaskScope;
import org.asterism.api.TasksFailedException;
import org.asterism.api.Worker;
import org.asterism.api.tree.TreeView;
import org.asterism.core.internal.plugin.PolicyPlugin;
import org.asterism.core.internal.task.CalledOff;
import org.asterism.core.internal.task.Job;

/**
 * A scheduling context, with the operations for programs and the runtime. {@link ContextTasks} has the operations for
 * its tasks.
 */
public final class Context implements SchedulingContext {
    /** Guards changes of the description, which a program and a configuration may make at once. */
    private final Object describing = new Object();

    private volatile ContextDescription description;
    private final String name;
    private final ContextHome home;
    private final Context parent;
    private final ContextTasks tasks;
    private final ReadyPool pool;
    private final ContextWorkers members;
    private final PolicyLifecycle lifecycle;
    private final ContextClosing closing;
    private final Combinations combinations = new Combinations();
    private final BusyTimes busyTimes;
    private final long createdNanoTime;
    private volatile int rank;

    /**
     * Makes a context without workers.
     *
     * @param description the description of the context
     * @param home its runtime
     * @param parent the context in which it is nested, or null
     */
    public Context(ContextDescription description, ContextHome home, Context parent) {
        this.description = description;
        this.name = description.name();
        this.home = home;
        this.parent = parent;
        rank = description.rank();
        createdNanoTime = home.clock().nanoTime();
        busyTimes = new BusyTimes(home::measureBusyTimes);
        tasks = new ContextTasks(this, home, description);
        pool = tasks.pool();
        members = new ContextWorkers(this, home, pool.transfer());
        lifecycle = new PolicyLifecycle(this, home, pool, members, description);
        closing = new ContextClosing(this, home);
    }

    /** The context that a task is in now. */
    public static Context of(Job job) {
        return ContextTasks.of(job).context();
    }

    public ContextTasks tasks() {
        return tasks;
    }

    /**
     * Takes another description over: what is said there of the limit, the rank, the priorities, the policy and the
     * fall-back. Workers, the heir and the context that it is nested in are changed by others.
     */
    public void describe(ContextDescription changed) {
        ContextDescription before;
        boolean isRanked;
        synchronized (describing) {
            before = description;
            isRanked = changed.rank() != rank;
            description = changed;
            rank = changed.rank();
            tasks.limit(changed.goOnSubmitting(), changed.mostSubmitted());
            tasks.range(changed);
        }
        if (isRanked) {
            members().forEach(ContextWorker::ranksChanged);
        }
        lifecycle.describe(before, changed); // at last, since a policy that is made may ask for the rest
    }

    public void range(PriorityRange range) {
        synchronized (describing) {
            description = description.withPriorities(range);
            tasks.range(description);
        }
    }

    // What programs see.

    @Override
    public String name() {
        return name;
    }

    @Override
    public String toString() {
        return "context '" + name + "'";
    }

    @Override
    public ContextState state() {
        return lifecycle.state();
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

    /** Returns the context in which it is nested, or null. */
    public Context nestedIn() {
        return parent;
    }

    @Override
    public void addWorkers(Collection<? extends Worker> added) {
        home.relations().move(this, List.copyOf(added), true);
    }

    @Override
    public void removeWorkers(Collection<? extends Worker> removed) {
        home.relations().move(this, List.copyOf(removed), false);
    }

    /** Whether the calling thread makes a change here: then it comes from a policy that takes part in it. */
    public boolean isChangedHere() {
        return lifecycle.isChangedHere();
    }

    @Override
    public ContextLoad load() {
        TaskCounts counts = tasks.counts();
        return new ContextLoad(
                counts.submittedSoFar(),
                tasks.readyTasks().size(),
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
                .filter(job -> tasks.has(job) && !job.state().isFinal())
                .count();
    }

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
        closing.requireOpen();
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
        tasks.expect(work);
    }

    @Override
    public Task task(Codelet codelet) {
        return new Job(tasks, codelet, home.nextTaskId());
    }

    @Override
    public TaskScope openScope(String name) {
        return new Scope(name, tasks, null);
    }

    @Override
    public Optional<String> policy() {
        PolicyInstance instance = pool.inCharge();
        return instance == null ? Optional.empty() : Optional.of(instance.name());
    }

    @Override
    public long cancelTasks(String reason) {
        refusePolicies("cancelTasks(" + reason + ")");
        return home.cancelTasks(this, CalledOff.because(reason, null));
    }

    @Override
    public Optional<TreeView> tree() {
        PolicyInstance instance = pool.inCharge();
        return instance == null ? Optional.empty() : instance.policy().tree();
    }

    @Override
    public String wantedPolicy() {
        return lifecycle.wanted().policy();
    }

    @Override
    public Map<String, String> wantedPolicyProperties() {
        return lifecycle.wanted().properties();
    }

    @Override
    public Optional<String> fallbackPolicy() {
        return lifecycle.fallbackPolicy();
    }

    @Override
    public Optional<String> trouble() {
        return lifecycle.status().trouble();
    }

    @Override
    public long policyChanges() {
        return lifecycle.status().takeovers();
    }

    @Override
    public long heldOffNanos() {
        return pool.transfer().heldOffNanos();
    }

    ReadyPool pool() {
        return pool;
    }

    PolicyLifecycle lifecycle() {
        return lifecycle;
    }

    ContextClosing closing() {
        return closing;
    }

    @Override
    public void usePolicy(String policy, Map<String, String> properties) {
        refusePolicies("usePolicy(" + policy + ")");
        lifecycle.usePolicy(policy, properties);
    }

    /** Refuses to go on if it is a scheduling policy that calls. */
    public void refusePolicies(String what) {
        ContextWorker current = home.currentWorker();
        GateSlot slot = current == null ? null : current.slot(this);
        if (slot != null && slot.isInside() || lifecycle.isChangedHere()) {
            throw PolicySupervisor.refused(what);
        }
    }

    @Override
    public void waitAll() throws InterruptedException {
        waitAll(null);
    }

    @Override
    public boolean waitAll(Duration time) throws InterruptedException {
        tasks.refuseWorkers("wait for all tasks of context '" + name + "'");
        if (!home.awaitEnd(this, time)) {
            return false;
        }
        List<Context> reporting = home.relations().waitedFor(this);
        TasksFailedException report = Failures.report(
                reporting.stream().map(each -> each.tasks.failures()).toList());
        if (report != null) {
            throw report;
        }
        return true;
    }

    @Override
    public void waitUntilAtMost(long left) throws InterruptedException {
        tasks.refuseWorkers("wait for tasks of context '" + name + "'");
        home.awaitAtMost(this, left);
    }

    @Override
    public void limitSubmitted(long goOn, long most) {
        synchronized (describing) {
            description = description.withLimit(goOn, most);
            tasks.limit(goOn, most);
        }
    }

    @Override
    public void onFailure(FailureMode mode) {
        tasks.onFailure(Objects.requireNonNull(mode, "mode"));
    }

    @Override
    public void schedule() {
        tasks.refuseWorkers("say that tasks shall be scheduled");
        tasks.tellToSchedule();
    }

    // Its end.

    @Override
    public void close() {
        closing.close();
    }

    /** Whether it takes no tasks from programs any more. */
    public boolean isClosing() {
        return closing.hasBegun();
    }

    /** Returns the context that takes over its workers and tasks when it is closed, or null. */
    public Context heir() {
        return closing.heir();
    }

    /** Says who takes its workers and tasks when it is closed; null for nobody. */
    public void leaveTo(Context chosen) {
        closing.leaveTo(chosen);
    }

    // Pausing.

    /** Waits until every worker that was about to take a task has done so. */
    public void awaitTakers() {
        pool.awaitTakers();
    }

    public boolean isPaused() {
        return home.isPaused();
    }

    public void wakeWorkers() {
        VarHandle.fullFence();
        members().forEach(worker -> worker.wakeUp(this));
    }

    // Changes.

    public void start() {
        lifecycle.start();
    }

    /**
     * Activates a policy now or, if that is not possible, when it becomes available; see
     * {@link PolicyLifecycle#wishPolicy}.
     */
    public void wishPolicy(String policy, Map<String, String> properties) {
        refusePolicies("wishPolicy(" + policy + ")");
        lifecycle.wishPolicy(policy, properties);
    }

    public void awaitChange() {
        lifecycle.awaitChange();
    }

    public void pluginChanged(PolicyPlugin plugin) {
        lifecycle.pluginChanged(plugin);
    }

    /** The workers, by id. */
    public List<ContextWorker> members() {
        return members.all();
    }

    /** The worker of an id, or null if it is not here. */
    public ContextWorker member(int id) {
        return members.of(id);
    }

    public void takeIn(List<? extends ContextWorker> added) {
        if (!added.isEmpty()) {
            lifecycle.addWorkers(added);
        }
    }

    /** Takes workers out. Tasks that they have begun are theirs still. */
    public void takeOut(Collection<? extends ContextWorker> removed) {
        if (!removed.isEmpty()) {
            lifecycle.removeWorkers(Set.copyOf(removed));
        }
    }

    public void shut() {
        lifecycle.shut();
    }

    /**
     * Wakes another worker instead of one that was woken and has found a task by itself: one of its kind, which can run
     * what that one could, or else all that sleep, since nobody knows for which task it was woken. Of a kind does not
     * mean that much when tasks are restricted.
     */
    public void wakeInsteadOf(ContextWorker busy) {
        VarHandle.fullFence();
        for (ContextWorker worker : members()) {
            if (!pool.hasRestricted() && worker.architecture() == busy.architecture() && worker.wakeUp(this)) {
                return;
            }
        }
        members().forEach(worker -> worker.wakeUp(this));
    }

    // Source of tasks for workers.

    /** A task that a program gave to a worker, which need not belong to this context, or null. */
    public Job popOwn(ContextWorker worker, TaskOrigin origin) {
        return pool.popOwn(worker, origin);
    }

    /** Before which other contexts a worker that belongs to several looks into this one: the greatest first. */
    public int rank() {
        return rank;
    }

    /** A task for a worker that is free, or null; see {@link ReadyPool#pop}. */
    public Job pop(ContextWorker worker, TaskOrigin origin, boolean isLook) {
        return pool.pop(worker, origin, isLook);
    }
}
