package org.asterism.core.internal.runtime;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import org.asterism.api.Clock;
import org.asterism.api.Codelet;
import org.asterism.api.MemoryNode;
import org.asterism.api.Observation;
import org.asterism.api.PolicyDescription;
import org.asterism.api.Runtime;
import org.asterism.api.RuntimeConfiguration;
import org.asterism.api.SchedulingContext;
import org.asterism.api.Simulation;
import org.asterism.api.Task;
import org.asterism.api.TaskBundle;
import org.asterism.api.TaskOverview;
import org.asterism.api.TasksFailedException;
import org.asterism.api.Worker;
import org.asterism.api.data.DataRegistry;
import org.asterism.api.model.Links;
import org.asterism.api.model.Models;
import org.asterism.api.model.Predictor;
import org.asterism.core.internal.access.DataAccess;
import org.asterism.core.internal.access.Holds;
import org.asterism.core.internal.coherence.Placement;
import org.asterism.core.internal.coherence.Traffic;
import org.asterism.core.internal.context.Context;
import org.asterism.core.internal.context.ContextHome;
import org.asterism.core.internal.context.ContextWorker;
import org.asterism.core.internal.data.Registry;
import org.asterism.core.internal.dependency.Successors;
import org.asterism.core.internal.links.KnownLinks;
import org.asterism.core.internal.links.LinkTable;
import org.asterism.core.internal.observation.Observers;
import org.asterism.core.internal.plugin.DriverPlugin;
import org.asterism.core.internal.plugin.Plugins;
import org.asterism.core.internal.plugin.PolicyPlugin;
import org.asterism.core.internal.prediction.Predictions;
import org.asterism.core.internal.stepping.EventLoop;
import org.asterism.core.internal.stepping.VirtualClock;
import org.asterism.core.internal.tag.TagBoard;
import org.asterism.core.internal.task.Bundle;
import org.asterism.core.internal.task.CalledOff;
import org.asterism.core.internal.task.Job;
import org.asterism.core.internal.worker.Costs;
import org.asterism.core.internal.worker.CurrentWorker;
import org.asterism.core.internal.worker.EngineHome;
import org.asterism.core.internal.worker.Sleepers;
import org.asterism.core.internal.worker.Watchdog;
import org.asterism.core.internal.worker.WorkerEngine;
import org.asterism.spi.observation.RuntimeObserver;
import org.asterism.spi.policy.DataPlacement;
import org.asterism.spi.policy.TaskGraph;

/** A runtime: puts contexts, workers and data together, and lets programs wait. */
public final class CoreRuntime implements Runtime, ContextHome, EngineHome, Plugins.Listener {
    private static final Logger LOG = System.getLogger(CoreRuntime.class.getName());

    private final RuntimeConfiguration configuration;
    private final Plugins plugins;
    private final Clock clock;
    private final EventLoop loop;
    private final Simulated simulated;
    private final ProgramWaits waits;
    private final Pausing pausing = new Pausing();
    private final Contexts contexts;
    private final Context context;
    private final Traffic traffic;
    private final KnownLinks links;
    private final Placement placement;
    private final Holds holds;
    private final TagBoard tags;
    private final FailureReport failures;
    private final Registry registry;
    private final Predictions predictions;
    private final Observers observers = new Observers();
    private final WorkerPool pool;
    private final Sleepers sleepers = new Sleepers();
    private final Watchdog watchdog;
    private final AtomicLong taskIds = new AtomicLong();
    private volatile boolean closed;

    private CoreRuntime(RuntimeConfiguration configuration, Plugins plugins) {
        this.configuration = configuration;
        this.plugins = plugins;
        Simulation machine = configuration.simulation().orElse(null);
        clock = machine == null ? configuration.clock() : new VirtualClock();
        loop = clock instanceof VirtualClock virtual ? new EventLoop(virtual) : null;
        simulated = machine == null ? null : new Simulated(machine, this, loop);
        watchdog = new Watchdog(clock, loop == null);
        contexts = new Contexts(this, plugins, configuration.policy(), configuration.fallbackPolicy());
        context = contexts.first();
        waits = new ProgramWaits(this, contexts, configuration, loop);
        Poller poller = loop == null ? new TransferPoller() : new LoopPoller(loop);
        LinkTable table = new LinkTable(configuration.links());
        traffic = new Traffic(poller, table, observers, clock);
        links = new KnownLinks(table, configuration.models(), loop == null ? traffic.trials(clock) : null);
        poller.connect(traffic);
        placement = new Placement(traffic);
        DataAccess access = new DataAccess(context, traffic, waits::untilDone);
        holds = access.holds();
        registry = new Registry(context, traffic, access, plugins::layout, machine != null && !machine.executes());
        pool = new WorkerPool(configuration, plugins, this, loop);
        predictions = new Predictions(configuration.models(), pool::engines);
        tags = new TagBoard(waits);
        failures = new FailureReport(contexts);
        waits.connect(new RuntimeScene(contexts::all, pool, sleepers, traffic, this::isPaused, this::inspect));
    }

    /**
     * Makes a runtime and starts its workers.
     *
     * @param configuration with a {@link VirtualClock}, the runtime runs in virtual time: whoever waits steps the workers
     * @param plugins what there is
     * @param mayStartParked whether it is fine if the policy is not there yet
     */
    static CoreRuntime start(RuntimeConfiguration configuration, Plugins plugins, boolean mayStartParked) {
        CoreRuntime runtime = new CoreRuntime(configuration, plugins);
        plugins.addListener(runtime);
        try {
            plugins.drivers().forEach(runtime::driverArrived);
            if (runtime.simulated != null) {
                runtime.simulated.learnCosts(runtime.pool.engines());
            }
            if (mayStartParked) {
                runtime.context.start(configuration.policyProperties());
            } else {
                runtime.context.usePolicy(configuration.policy(), configuration.policyProperties());
            }
            return runtime;
        } catch (RuntimeException refused) {
            runtime.close();
            throw refused;
        }
    }

    // What programs see.

    @Override
    public Task task(Codelet codelet) {
        return context.task(codelet);
    }

    @Override
    public DataRegistry data() {
        return registry;
    }

    @Override
    public SchedulingContext defaultContext() {
        return context;
    }

    @Override
    public List<SchedulingContext> contexts() {
        return List.copyOf(contexts.all());
    }

    @Override
    public List<Worker> workers() {
        return List.copyOf(pool.engines());
    }

    @Override
    public List<PolicyDescription> policies() {
        return plugins.describePolicies();
    }

    @Override
    public Clock clock() {
        return clock;
    }

    @Override
    public Optional<Simulation> simulation() {
        return configuration.simulation();
    }

    @Override
    public Predictor predictor() {
        return predictions;
    }

    @Override
    public Predictions predictions() {
        return predictions;
    }

    @Override
    public Models models() {
        return predictions.models();
    }

    @Override
    public Links links() {
        return links;
    }

    @Override
    public Observation observe(RuntimeObserver observer) {
        return observers.add(observer);
    }

    @Override
    public void waitAll() throws InterruptedException {
        waitAll(null);
    }

    @Override
    public boolean waitAll(Duration time) throws InterruptedException {
        if (!waits.untilAllEnded(time)) {
            return false;
        }
        TasksFailedException report = failures.take();
        if (report != null) {
            throw report;
        }
        return true;
    }

    @Override
    public void waitUntilAtMost(long tasks) throws InterruptedException {
        waits.untilAtMost(tasks);
    }

    @Override
    public TaskOverview tasks(int mostWaiting) {
        return inspect().overview(mostWaiting).withOverdue(watchdog.overdue());
    }

    private TaskInspector inspect() {
        return new TaskInspector(contexts.all(), pool.engines(), tags, holds.jobs());
    }

    @Override
    public void close() {
        context.refuseWorkers("close the runtime");
        synchronized (this) {
            if (closed) {
                return;
            }
            closed = true;
        }
        pausing.endAll();
        contexts.all().forEach(Context::wakeWorkers);
        registry.putTogether();
        new LastTasks(contexts, pool, holds).finish(loop);
        contexts.shutAll();
        pool.stopAll();
        links.close();
        predictions.close();
        watchdog.close();
        // Until here a plug-in that leaves had to be told that it is in use.
        plugins.removeListener(this);
        CalledOff why = CalledOff.because("its runtime was closed", null);
        contexts.all().forEach(each -> each.cancelAll(why));
        tags.callOff(why);
        registry.close();
        pool.closeMemories();
        traffic.close();
        TasksFailedException unreported = failures.take();
        if (unreported != null) {
            LOG.log(
                    Level.WARNING,
                    "a runtime was closed with failures that nobody asked for: {0}",
                    unreported.getMessage());
        }
    }

    /** Has the default context use a policy now or, if that cannot be, when it comes. */
    void wishPolicy(String policy, Map<String, String> properties) {
        context.wishPolicy(policy, properties);
    }

    @Override
    public SchedulingContext context(String name) {
        return contexts.named(name);
    }

    @Override
    public SchedulingContext createContext(String name, String policy, Predicate<? super Worker> workers) {
        contexts.all().forEach(each -> each.refusePolicies("createContext(" + name + ")"));
        return contexts.create(name, policy, workers);
    }

    @Override
    public TaskBundle bundle(String name) {
        return new Bundle(name, context);
    }

    @Override
    public void pause() {
        contexts.all().forEach(each -> each.refusePolicies("pause()"));
        pausing.begin();
        contexts.all().forEach(Context::awaitTakers);
    }

    @Override
    public void resume() {
        if (pausing.end()) {
            contexts.all().forEach(Context::wakeWorkers);
        }
    }

    @Override
    public boolean isPaused() {
        return pausing.isPaused();
    }

    @Override
    public TagBoard tags() {
        return tags;
    }

    @Override
    public List<MemoryNode> memoryNodes() {
        return traffic.nodes();
    }

    // What plug-ins do.

    @Override
    public void policyArrived(PolicyPlugin plugin) {
        contexts.all().forEach(each -> each.policyArrived(plugin));
    }

    @Override
    public void policyLeft(PolicyPlugin plugin) {
        contexts.all().forEach(each -> each.policyLeft(plugin));
    }

    @Override
    public void driverArrived(DriverPlugin plugin) {
        pool.open(plugin, contexts);
        links.load();
        predictions.workersChanged();
    }

    @Override
    public void driverLeft(DriverPlugin plugin) {
        pool.close(plugin, contexts);
        predictions.workersChanged();
    }

    // Data.

    @Override
    public Holds holds() {
        return holds;
    }

    @Override
    public DataPlacement placement() {
        return placement;
    }

    @Override
    public Traffic traffic() {
        return traffic;
    }

    // What policies may know.

    @Override
    public TaskGraph graph() {
        return (task, visitor) -> Successors.forEachTask((Job) task, visitor);
    }

    @Override
    public long seed() {
        return configuration.seed();
    }

    @Override
    public List<Worker> nearest(Worker worker, List<Worker> workers) {
        return Nearness.from(worker, workers);
    }

    @Override
    public long architectures(Codelet codelet) {
        return simulated == null ? codelet.architectureSet() : -1;
    }

    @Override
    public void prepare(Job job) {
        if (simulated != null) {
            simulated.prepare(job, pool.oneOfEachKind());
        }
    }

    @Override
    public Costs costs() {
        return simulated == null ? null : simulated.costs();
    }

    @Override
    public void holdBegins() {
        if (simulated != null) {
            simulated.holdBegins();
        }
    }

    @Override
    public boolean delaysPushes() {
        return simulated != null && simulated.delaysPushes();
    }

    @Override
    public void delayPush(Runnable push) {
        simulated.delayPush(push);
    }

    @Override
    public void submissionEnds() {
        if (simulated != null) {
            simulated.submissionEnds();
        }
    }

    @Override
    public boolean isObserved() {
        return observers.areWatching();
    }

    @Override
    public void executed(Job job, WorkerEngine worker, long begin, long end) {
        observers.executed(job, worker, begin, end);
    }

    @Override
    public void submitted(Job job) {
        if (observers.areWatching()) {
            observers.submitted(job);
        }
    }

    // What contexts and workers need.

    @Override
    public Runtime runtime() {
        return this;
    }

    @Override
    public Plugins plugins() {
        return plugins;
    }

    @Override
    public ContextWorker currentWorker() {
        return CurrentWorker.of(this, configuration.launchedWorkers() && loop == null);
    }

    @Override
    public int nextSleeper(long architectures, int from) {
        return sleepers.next(architectures, from);
    }

    @Override
    public int sleepers() {
        return sleepers.number();
    }

    @Override
    public Sleepers sleeping() {
        return sleepers;
    }

    @Override
    public Watchdog watchdog() {
        return watchdog;
    }

    @Override
    public long nextTaskId() {
        return taskIds.incrementAndGet();
    }

    @Override
    public void requireOpen() {
        if (closed && currentWorker() == null) {
            throw new IllegalStateException("the runtime is closed: make another one with RuntimeFactory.create(...)");
        }
    }

    @Override
    public boolean isClosed() {
        return closed;
    }

    @Override
    public void settled(boolean awaited) {
        waits.settled(awaited);
    }

    @Override
    public void ranOutOfTasks() {
        waits.ranOutOfTasks();
    }

    @Override
    public boolean awaitEnd(Context awaited, Duration time) throws InterruptedException {
        return waits.untilEnded(awaited, time);
    }

    @Override
    public void awaitAtMost(Context awaited, long tasks) throws InterruptedException {
        waits.untilAtMost(awaited, tasks);
    }

    @Override
    public void makeRoom(Context full, long tasks) {
        waits.makeRoom(full, tasks);
    }

    @Override
    public boolean isDefault(Context asked) {
        return asked == context;
    }

    @Override
    public void end(Context ending) {
        contexts.remove(ending, CalledOff.because("its context '" + ending.name() + "' was closed", null));
        // Its tasks were counted twice for a moment.
        waits.wakeAll();
    }

    @Override
    public boolean await(Job job, Duration time) throws InterruptedException {
        return waits.untilSettled(job, time);
    }
}
