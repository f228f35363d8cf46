package org.asterism.shell.gogo.internal;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.asterism.api.Codelet;
import org.asterism.api.CombinedWorker;
import org.asterism.api.ContextDescription;
import org.asterism.api.ContextLoad;
import org.asterism.api.ContextState;
import org.asterism.api.ExpectedWork;
import org.asterism.api.FailureMode;
import org.asterism.api.SchedulingContext;
import org.asterism.api.Task;
import org.asterism.api.Worker;
import org.asterism.api.tree.TreeView;

/** A context besides the default one. */
public final class FakeContext implements SchedulingContext {
    private final Fakes.FakeRuntime runtime;
    private final ContextDescription description;
    private final List<Worker> workers = new ArrayList<>();
    public ContextLoad load = new ContextLoad(0, 0, 0, 0, 0, 0, Map.of(), 0);
    public Optional<String> trouble = Optional.empty();
    public String policy;
    public final List<String> calls = new ArrayList<>();

    FakeContext(Fakes.FakeRuntime runtime, ContextDescription description) {
        this.runtime = runtime;
        this.description = description;
        policy = description.policy();
    }

    @Override
    public String name() {
        return description.name();
    }

    @Override
    public ContextState state() {
        return runtime.made.contains(this) ? ContextState.ACTIVE : ContextState.CLOSED;
    }

    @Override
    public List<Worker> workers() {
        return List.copyOf(workers);
    }

    @Override
    public ContextDescription description() {
        return description;
    }

    @Override
    public Optional<SchedulingContext> parent() {
        return runtime.contexts().stream()
                .filter(context -> context.name().equals(description.parent()))
                .findFirst();
    }

    @Override
    public void addWorkers(Collection<? extends Worker> added) {
        added.stream().filter(worker -> !workers.contains(worker)).forEach(workers::add);
        workers.sort(Comparator.comparingInt(Worker::id));
    }

    @Override
    public void removeWorkers(Collection<? extends Worker> removed) {
        workers.removeAll(removed);
    }

    @Override
    public ContextLoad load() {
        return load;
    }

    @Override
    public List<CombinedWorker> combinedWorkers() {
        return List.of();
    }

    @Override
    public CombinedWorker combine(Collection<? extends Worker> members) {
        throw new AssertionError("not asked for");
    }

    @Override
    public long cancelTasks(String reason) {
        throw new UnsupportedOperationException();
    }

    @Override
    public long createdNanoTime() {
        return 0;
    }

    @Override
    public void expect(ExpectedWork work) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Task task(Codelet codelet) {
        calls.add("task");
        return runtime.task(codelet);
    }

    @Override
    public Optional<String> policy() {
        return Optional.of(policy);
    }

    @Override
    public String wantedPolicy() {
        return policy;
    }

    @Override
    public Map<String, String> wantedPolicyProperties() {
        return description.policyProperties();
    }

    @Override
    public Optional<String> fallbackPolicy() {
        return description.fallbackPolicy();
    }

    @Override
    public Optional<String> trouble() {
        return trouble;
    }

    @Override
    public void usePolicy(String name, Map<String, String> properties) {
        calls.add("use " + name + properties);
        policy = name;
    }

    @Override
    public Optional<TreeView> tree() {
        return Optional.empty();
    }

    @Override
    public long policyChanges() {
        return 1;
    }

    @Override
    public long heldOffNanos() {
        return 0;
    }

    @Override
    public void waitAll() {
        calls.add("waitAll");
    }

    @Override
    public boolean waitAll(Duration time) {
        calls.add("waitAll");
        return true;
    }

    @Override
    public void waitUntilAtMost(long tasks) {
        calls.add("waitUntilAtMost " + tasks);
    }

    @Override
    public void schedule() {
        throw new AssertionError("not asked for");
    }

    @Override
    public void limitSubmitted(long goOn, long most) {
        throw new AssertionError("not asked for");
    }

    @Override
    public void onFailure(FailureMode mode) {
        throw new AssertionError("not asked for");
    }

    @Override
    public void close() {
        runtime.made.remove(this);
    }
}
