package org.asterism.core.internal.context;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;
import org.asterism.api.Codelet;
import org.asterism.api.ContextState;
import org.asterism.api.PolicyRefusedException;
import org.asterism.api.SchedulingContext;
import org.asterism.api.Task;
import org.asterism.api.TaskState;
import org.asterism.api.UnknownPolicyException;
import org.asterism.api.Worker;
import org.asterism.core.internal.dependency.DataOrder;
import org.asterism.core.internal.plugin.PolicyPlugin;
import org.asterism.core.internal.task.Completion;
import org.asterism.core.internal.task.Job;
import org.asterism.core.internal.task.TaskHost;
import org.asterism.spi.policy.PolicyProperties;
import org.asterism.spi.policy.SchedulingPolicy;

/**
 * A scheduling context: its workers, its policy and which one it shall be.
 *
 * <p>{@link #changing} is held by whoever changes policy or workers, for as long as that takes and around calls of policies:
 * it orders changes among each other, and nobody takes it to submit or run a task.
 */
public final class Context implements SchedulingContext, TaskHost {
    private static final Logger LOG = System.getLogger(Context.class.getName());

    private final String name;
    private final ContextHome home;
    private final Optional<String> fallbackPolicy;
    private final Custody custody = new Custody(this);
    private final TaskCounts counts = new TaskCounts();
    private final Set<Job> promised = ConcurrentHashMap.newKeySet();
    private final ReentrantLock changing = new ReentrantLock();
    private volatile List<ContextWorker> members = List.of();
    private volatile String wantedPolicy;
    private volatile String trouble;
    private volatile long policyChanges;
    private volatile boolean closed;
    private Map<String, String> wantedProperties = Map.of();

    public Context(String name, ContextHome home, String wantedPolicy, Optional<String> fallbackPolicy) {
        this.name = name;
        this.home = home;
        this.wantedPolicy = wantedPolicy;
        this.fallbackPolicy = fallbackPolicy;
    }

    // What programs see.

    @Override
    public String name() {
        return name;
    }

    @Override
    public ContextState state() {
        if (closed) {
            return ContextState.CLOSED;
        }
        if (custody.isOpen()) {
            return ContextState.ACTIVE;
        }
        return changing.isLocked() ? ContextState.CHANGING : ContextState.PARKED;
    }

    @Override
    public List<Worker> workers() {
        return List.copyOf(members);
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
    public String wantedPolicy() {
        return wantedPolicy;
    }

    @Override
    public Optional<String> fallbackPolicy() {
        return fallbackPolicy;
    }

    @Override
    public Optional<String> trouble() {
        return Optional.ofNullable(trouble);
    }

    @Override
    public long policyChanges() {
        return policyChanges;
    }

    @Override
    public void usePolicy(String policy, Map<String, String> properties) {
        refusePolicies("usePolicy(" + policy + ")");
        changing.lock();
        try {
            if (closed) {
                throw new IllegalStateException("context '" + name + "' is closed");
            }
            PolicySlot fresh = create(policy, properties);
            PolicySlot old = custody.slot();
            if (!custody.close()) {
                reopen(old);
                Custody.end(fresh);
                throw new PolicyRefusedException(
                        policy,
                        "the calls of policy '" + (old == null ? "?" : old.name())
                                + "' that are under way do not return",
                        null);
            }
            custody.takeBack();
            wantedPolicy = policy;
            wantedProperties = Map.copyOf(properties);
            trouble = null;
            putInCharge(fresh);
            if (old != null) {
                Custody.end(old);
            }
        } finally {
            changing.unlock();
        }
    }

    private void refusePolicies(String what) {
        ContextWorker current = home.currentWorker();
        Turn turn = current == null ? null : current.turn(this);
        if (turn != null && turn.isInside()) {
            throw new IllegalStateException(what
                    + " must not be called by a scheduling policy: call it from a kernel, a callback or the program");
        }
    }

    // Changes of the policy; with the lock for changes.

    private PolicySlot create(String policy, Map<String, String> properties) {
        PolicyPlugin plugin = home.plugins()
                .policy(policy)
                .orElseThrow(
                        () -> new UnknownPolicyException(policy, home.plugins().policyNames()));
        SchedulingPolicy made;
        try {
            made = plugin.factory().create(new PolicyView(this, home, new PolicyProperties(properties)));
            if (made == null) {
                throw new IllegalStateException("its factory made nothing");
            }
        } catch (RuntimeException | Error thrown) {
            throw new PolicyRefusedException(policy, reason(thrown), thrown);
        }
        PolicySlot fresh = PolicySlot.of(plugin, Map.copyOf(properties), made);
        if (!members.isEmpty()) {
            try {
                made.addWorkers(workers());
            } catch (RuntimeException | Error thrown) {
                Custody.end(fresh);
                throw new PolicyRefusedException(policy, reason(thrown), thrown);
            }
        }
        return fresh;
    }

    private static String reason(Throwable thrown) {
        return thrown instanceof IllegalArgumentException && thrown.getMessage() != null
                ? thrown.getMessage()
                : thrown.toString();
    }

    /** Puts a policy in charge, or the fall-back if it throws, or none; with the gate closed and all tasks parked. */
    private void putInCharge(PolicySlot first) {
        PolicySlot candidate = first;
        while (candidate != null) {
            policyChanges++;
            Throwable thrown = custody.install(candidate);
            if (thrown == null) {
                members.forEach(ContextWorker::wakeUp);
                return;
            }
            trouble = "policy '" + candidate.name() + "' threw in push: " + thrown;
            LOG.log(Level.ERROR, "context '" + name + "': " + trouble, thrown);
            Custody.end(candidate);
            candidate = fallbackInsteadOf(candidate.plugin());
        }
        LOG.log(Level.WARNING, "context ''{0}'' is parked: {1}", name, trouble);
    }

    /** Lets the policy that was in charge go on; with the gate closed. */
    private void reopen(PolicySlot slot) {
        if (slot != null) {
            Throwable thrown = custody.install(slot);
            if (thrown != null) {
                trouble = "policy '" + slot.name() + "' threw in push: " + thrown;
                LOG.log(Level.ERROR, "context '" + name + "': " + trouble, thrown);
                Custody.end(slot);
                putInCharge(fallbackInsteadOf(slot.plugin()));
            }
        }
        members.forEach(ContextWorker::wakeUp);
    }

    private PolicySlot fallbackInsteadOf(PolicyPlugin leaving) {
        if (fallbackPolicy.isEmpty() || fallbackPolicy.get().equals(leaving.name())) {
            return null;
        }
        return createOrNull(fallbackPolicy.get(), Map.of());
    }

    private PolicySlot createOrNull(String policy, Map<String, String> properties) {
        if (home.plugins().policy(policy).isEmpty()) {
            return null;
        }
        try {
            return create(policy, properties);
        } catch (PolicyRefusedException refused) {
            LOG.log(Level.ERROR, "context '" + name + "': " + refused.getMessage(), refused);
            return null;
        }
    }

    /** Takes over from a policy that broke its contract. Called outside of the gate, by the thread that noticed it. */
    void policyFailed(PolicySlot failed, String what, Throwable thrown) {
        changing.lock();
        try {
            String sentence = "policy '" + failed.name() + "' of context '" + name + "' " + what;
            LOG.log(Level.ERROR, sentence, thrown);
            if (custody.slot() != failed) {
                return;
            }
            trouble = sentence;
            retire(failed, fallbackInsteadOf(failed.plugin()));
        } finally {
            changing.unlock();
        }
    }

    private void retire(PolicySlot leaving, PolicySlot next) {
        if (!custody.close()) {
            LOG.log(
                    Level.ERROR,
                    "context ''{0}'': calls of policy ''{1}'' that are under way do not return; it is replaced nevertheless",
                    name,
                    leaving.name());
        }
        custody.takeBack();
        Custody.end(leaving);
        putInCharge(next);
    }

    /** Installs the policy the context starts with, if it is there; the context is parked otherwise. */
    public void start(Map<String, String> properties) {
        changing.lock();
        try {
            wantedProperties = Map.copyOf(properties);
            resume();
        } finally {
            changing.unlock();
        }
    }

    /** Has a policy of the wanted name take over from none or the fall-back, or the fall-back from none. */
    private void resume() {
        PolicySlot now = custody.slot();
        boolean onWanted = now != null && now.name().equals(wantedPolicy);
        if (closed || onWanted) {
            return;
        }
        PolicySlot next = createOrNull(wantedPolicy, wantedProperties);
        if (next == null
                && now == null
                && fallbackPolicy.isPresent()
                && !fallbackPolicy.get().equals(wantedPolicy)) {
            next = createOrNull(fallbackPolicy.get(), Map.of());
        }
        if (next == null) {
            if (now == null) {
                trouble = "there is no policy '" + wantedPolicy + "'";
            }
            return;
        }
        trouble = next.name().equals(wantedPolicy) ? null : "there is no policy '" + wantedPolicy + "'";
        if (now == null) {
            putInCharge(next);
        } else {
            retire(now, next);
        }
    }

    public void policyArrived(PolicyPlugin plugin) {
        changing.lock();
        try {
            boolean wanted = plugin.name().equals(wantedPolicy);
            boolean needed = custody.slot() == null
                    && fallbackPolicy.filter(plugin.name()::equals).isPresent();
            if (wanted || needed) {
                resume();
            }
        } finally {
            changing.unlock();
        }
    }

    public void policyLeft(PolicyPlugin plugin) {
        changing.lock();
        try {
            PolicySlot now = custody.slot();
            if (closed || now == null || now.plugin() != plugin) {
                return;
            }
            trouble = "policy '" + plugin.name() + "' has left";
            PolicySlot next = createOrNull(wantedPolicy, wantedProperties);
            retire(now, next == null ? fallbackInsteadOf(plugin) : next);
        } finally {
            changing.unlock();
        }
    }

    // Workers.

    /** The workers, by id. */
    List<ContextWorker> members() {
        return members;
    }

    public void addWorkers(List<? extends ContextWorker> added) {
        changing.lock();
        try {
            PolicySlot now = custody.slot();
            closeForWorkers("add workers");
            for (ContextWorker worker : added) {
                worker.join(this);
                custody.add(worker.turn(this));
            }
            members = Stream.concat(members.stream(), added.stream())
                    .sorted(Comparator.comparingInt(Worker::id))
                    .toList();
            if (now != null) {
                tellOfWorkers(now, "addWorkers", () -> now.policy().addWorkers(List.copyOf(added)));
            }
        } finally {
            changing.unlock();
        }
    }

    /** Takes workers out. Tasks that they have begun are theirs still. */
    public void removeWorkers(Collection<? extends ContextWorker> removed) {
        changing.lock();
        try {
            PolicySlot now = custody.slot();
            closeForWorkers("remove workers");
            members =
                    members.stream().filter(worker -> !removed.contains(worker)).toList();
            for (ContextWorker worker : removed) {
                custody.remove(worker.turn(this));
                worker.join(null);
            }
            if (now != null) {
                tellOfWorkers(now, "removeWorkers", () -> now.policy().removeWorkers(List.copyOf(removed)));
            }
        } finally {
            changing.unlock();
        }
    }

    private void closeForWorkers(String what) {
        if (!custody.close()) {
            LOG.log(
                    Level.ERROR,
                    "context ''{0}'': calls of its policy that are under way do not return while I {1}; going on",
                    name,
                    what);
        }
    }

    private void tellOfWorkers(PolicySlot now, String method, Runnable call) {
        try {
            call.run();
            reopen(now);
        } catch (RuntimeException | Error thrown) {
            trouble = "policy '" + now.name() + "' of context '" + name + "' threw in " + method + ": " + thrown;
            LOG.log(Level.ERROR, trouble, thrown);
            retire(now, fallbackInsteadOf(now.plugin()));
        }
    }

    // Tasks.

    @Override
    public SchedulingContext context() {
        return this;
    }

    @Override
    public void submit(Job job) {
        try {
            home.requireOpen();
            DataOrder.declare(job);
        } catch (RuntimeException refused) {
            job.advance(TaskState.SUBMITTED, TaskState.CREATED);
            throw refused;
        }
        if (job.successors != null) {
            promised.remove(job);
        }
        counts.submitted();
        job.removeSubmissionObstacle();
    }

    @Override
    public void ready(Job job) {
        Throwable poison = job.poison();
        if (poison != null) {
            Completion.failWithoutRunning(job, TaskState.SUBMITTED, poison);
            return;
        }
        job.advance(TaskState.SUBMITTED, TaskState.READY);
        custody.push(job, home.currentWorker());
    }

    /** A task for a worker that is free, or null. */
    public Job pop(ContextWorker worker) {
        return custody.pop(worker);
    }

    /** Tells the policy that a task's kernel is about to run. */
    public void begins(Job job, ContextWorker worker, Object poppedFrom) {
        if (poppedFrom instanceof PolicySlot slot && slot.hasBefore()) {
            custody.tell(job, worker, slot, true);
        }
    }

    /** Tells the policy that a task's kernel has run. */
    public void ended(Job job, ContextWorker worker, Object poppedFrom) {
        if (poppedFrom instanceof PolicySlot slot && slot.hasAfter()) {
            custody.tell(job, worker, slot, false);
        }
    }

    @Override
    public void promised(Job job) {
        promised.add(job);
        if (job.state() != TaskState.CREATED) {
            promised.remove(job);
        }
    }

    @Override
    public void settled(Job job, boolean awaited) {
        counts.ended(job.state());
        home.settled(awaited);
    }

    @Override
    public void report(Throwable failure) {
        home.report(failure);
    }

    @Override
    public void reportDependent() {
        home.reportDependent();
    }

    @Override
    public boolean await(Job job, Duration time) throws InterruptedException {
        return home.await(job, time);
    }

    @Override
    public void refuseWorkers(String what) {
        ContextWorker current = home.currentWorker();
        if (current != null) {
            throw new IllegalStateException(current.name() + " must not " + what
                    + " from a kernel or callback, since workers do not wait: use after(...) or onCompletion(...)");
        }
    }

    @Override
    public boolean isSameRuntime(TaskHost other) {
        return other instanceof Context context && context.home == home;
    }

    public TaskCounts counts() {
        return counts;
    }

    /** The tasks that wait for a worker, in no order. */
    public List<Job> readyTasks() {
        return custody.readyTasks();
    }

    /** The tasks that others wait for though they were not submitted. */
    public Collection<Job> promisedTasks() {
        return promised;
    }

    /** Closes the context for good: its workers get no tasks any more. */
    public void shut() {
        changing.lock();
        try {
            custody.close();
            PolicySlot last = custody.slot();
            custody.takeBack();
            if (last != null) {
                Custody.end(last);
            }
            closed = true;
        } finally {
            changing.unlock();
        }
    }

    /** Calls off every task that has not begun; after the context was shut and its workers have stopped. */
    public void cancelAll(Throwable why) {
        for (Job job : List.copyOf(promised)) {
            counts.submitted();
            if (!Completion.cancel(job, TaskState.CREATED, why)) {
                counts.ended(TaskState.CANCELLED);
            }
        }
        for (List<Job> left = custody.takeParked(); !left.isEmpty(); left = custody.takeParked()) {
            for (Job job : left) {
                Completion.cancel(job, TaskState.READY, why);
            }
        }
    }
}
