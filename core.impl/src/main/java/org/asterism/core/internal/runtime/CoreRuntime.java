package org.asterism.core.internal.runtime;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.asterism.api.BalancerChoice;
import org.asterism.api.BalancerDescription;
import org.asterism.api.Balancing;
import org.asterism.api.Clock;
import org.asterism.api.Codelet;
import org.asterism.api.ContextDescription;
import org.asterism.api.Explanation;
import org.asterism.api.FormerWorker;
import org.asterism.api.Iteration;
import org.asterism.api.MemoryNode;
import org.asterism.api.Observation;
import org.asterism.api.PolicyDescription;
import org.asterism.api.SchedulingContext;
import org.asterism.api.ScopedRuntime;
import org.asterism.api.Simulation;
import org.asterism.api.Task;
import org.asterism.api.TaskBundle;
import org.asterism.api.TaskGraph;
import org.asterism.api.TaskOverview;
import org.asterism.api.TaskRuntime;
import org.asterism.api.TaskScope;
import org.asterism.api.TasksFailedException;
import org.asterism.api.Worker;
import org.asterism.api.WorkerSelection;
import org.asterism.api.data.DataRegistry;
import org.asterism.api.device.DeviceReport;
import org.asterism.api.model.Links;
import org.asterism.api.model.Models;
import org.asterism.api.model.Predictor;
import org.asterism.api.observation.HeldTask;
import org.asterism.api.observation.RuntimeObserver;
import org.asterism.core.internal.context.Context;
import org.asterism.core.internal.runtime.staffing.Contexts;
import org.asterism.core.internal.task.Bundle;
import org.asterism.core.internal.task.Job;
import org.asterism.core.internal.task.TagBoard;

/**
 * The operations of a runtime for programs. Subclasses define the differences: its start, the right to close it, and
 * the visible contexts, workers and tasks.
 */
public abstract class CoreRuntime implements TaskRuntime {
    /** The parts that it is made of; null if those of another runtime are used, which {@link #begun} gives. */
    private final RuntimeCore core;

    /** The default context; null likewise. */
    final Context context;

    CoreRuntime(RuntimeCore core, Context context) {
        this.core = core;
        this.context = context;
    }

    /** Makes a runtime that uses the parts of another one. */
    protected CoreRuntime() {
        this(null, null);
    }

    /** The runtime whose parts this one uses, where it has none of its own; makes it if necessary. */
    protected CoreRuntime begun() {
        return this;
    }

    final RuntimeCore core() {
        RuntimeCore own = core;
        return own != null ? own : begun().core();
    }

    @Override
    public Task task(Codelet codelet) {
        return defaultContext().task(codelet);
    }

    @Override
    public TaskScope openScope(String name) {
        return defaultContext().openScope(name);
    }

    @Override
    public DataRegistry data() {
        return core().registry;
    }

    @Override
    public final Context defaultContext() {
        Context own = context;
        return own != null ? own : begun().defaultContext();
    }

    @Override
    public List<SchedulingContext> contexts() {
        return List.copyOf(core().contexts.all());
    }

    @Override
    public List<Worker> workers() {
        return List.copyOf(core().pool.engines());
    }

    @Override
    public List<FormerWorker> formerWorkers() {
        return core().pool.former();
    }

    @Override
    public List<DeviceReport> devices() {
        return core().devices.reports();
    }

    @Override
    public List<Worker> rescanDevices() {
        if (core().lifetime.isClosed()) {
            throw core().lifetime.refusal();
        }
        return core().devices.rescan();
    }

    @Override
    public List<PolicyDescription> policies() {
        return core().plugins.describePolicies();
    }

    @Override
    public Clock clock() {
        return core().clock;
    }

    @Override
    public Optional<Simulation> simulation() {
        return core().configuration.simulation();
    }

    @Override
    public Predictor predictor() {
        return core().predictions;
    }

    @Override
    public Models models() {
        return core().predictions.models();
    }

    @Override
    public Links links() {
        return core().links;
    }

    @Override
    public Observation observe(RuntimeObserver observer) {
        return core().observers.add(observer);
    }

    @Override
    public void hold(HeldTask held, Runnable wait) {
        Worker here = held.worker().isPresent() ? null : core().currentWorker();
        core().observers.hold(here == null ? held : held.on(here), wait);
    }

    @Override
    public List<HeldTask> heldTasks() {
        return core().observers.held();
    }

    @Override
    public Iteration iteration(long number) {
        return core().iterations.begin(number);
    }

    @Override
    public Optional<Iteration> currentIteration() {
        return core().iterations.current();
    }

    @Override
    public void waitAll() throws InterruptedException {
        waitAll(null);
    }

    @Override
    public boolean waitAll(Duration time) throws InterruptedException {
        if (!core().waits.untilAllEnded(time)) {
            return false;
        }
        TasksFailedException report = core().failures.take();
        if (report != null) {
            throw report;
        }
        return true;
    }

    @Override
    public void waitUntilAtMost(long tasks) throws InterruptedException {
        core().waits.untilAtMost(tasks);
    }

    @Override
    public TaskOverview tasks(int mostWaiting) {
        return core().inspect()
                .overview(mostWaiting)
                .withOverdue(core().watchdog.overdue());
    }

    @Override
    public TaskOverview tasks(SchedulingContext asked, int mostWaiting) {
        Context known = known(asked);
        return core().inspect()
                .overview(known, mostWaiting)
                .withOverdue(core().watchdog.overdue().stream()
                        .filter(task -> task.context().equals(known.name()))
                        .toList());
    }

    private Context known(SchedulingContext asked) {
        return core().contexts.all().stream()
                .filter(each -> each == asked)
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("context '" + asked.name()
                        + "' is closed or of another runtime; give one of "
                        + core().contexts.all().stream().map(Context::name).toList()));
    }

    @Override
    public List<Task> unfinishedTasks() {
        return core().inspect().unfinished().map(Task.class::cast).toList();
    }

    @Override
    public Explanation explain(Task task) {
        if (!(task instanceof Job job) || core().contexts.all().stream().noneMatch(each -> each == job.context())) {
            throw new IllegalArgumentException(task + " is of a closed context or another runtime; give one of this");
        }
        return core().explain(job);
    }

    @Override
    public Explanation explain(Worker worker) {
        return core().pool.engines().stream()
                .filter(engine -> engine == worker)
                .findFirst()
                .map(core()::explain)
                .orElseThrow(() -> new IllegalArgumentException(
                        worker.name() + " has left or is of another runtime; give one of workers()"));
    }

    @Override
    public List<BalancerDescription> balancers() {
        return core().plugins.describeBalancers();
    }

    @Override
    public void balance(String name, Map<String, String> properties) {
        core().balancing.use(new BalancerChoice(name, properties));
    }

    @Override
    public void stopBalancing() {
        core().balancing.stop();
    }

    @Override
    public Balancing balancing() {
        return core().balancing.report();
    }

    @Override
    public SchedulingContext context(String name) {
        return core().contexts.named(name);
    }

    @Override
    public ScopedRuntime scope(SchedulingContext context) {
        return new ContextScope(this, known(context));
    }

    @Override
    public SchedulingContext createContext(String name, String policy, Predicate<? super Worker> workers) {
        core().contexts.refusePolicies("createContext(" + name + ")");
        return core().contexts.create(name, policy, workers);
    }

    @Override
    public SchedulingContext createContext(ContextDescription description) {
        core().contexts.refusePolicies("createContext(" + description.name() + ")");
        return core().contexts.create(description);
    }

    @Override
    public List<Worker> workers(WorkerSelection selection) {
        return core().contexts.select(selection);
    }

    @Override
    public TaskBundle bundle(String name) {
        return new Bundle(name, core().context.tasks());
    }

    @Override
    public void pause() {
        core().contexts.refusePolicies("pause()");
        core().pausing.begin();
        core().contexts.all().forEach(Context::awaitTakers);
    }

    @Override
    public void resume() {
        if (core().pausing.end()) {
            core().contexts.all().forEach(Context::wakeWorkers);
        }
    }

    @Override
    public boolean isPaused() {
        return core().pausing.isPaused();
    }

    @Override
    public TagBoard tags() {
        return core().tags;
    }

    @Override
    public List<MemoryNode> memoryNodes() {
        return core().traffic.nodes();
    }

    @Override
    public TaskGraph graph() {
        return core().graph();
    }

    /** Returns the contexts, for services that create and change them by configuration. */
    public Contexts allContexts() {
        return core().contexts;
    }
}
