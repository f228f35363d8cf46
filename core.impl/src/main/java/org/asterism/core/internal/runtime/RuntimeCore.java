package org.asterism.core.internal.runtime;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import org.asterism.api.Clock;
import org.asterism.api.CombinedWorker;
import org.asterism.api.ContextDescription;
import org.asterism.api.Explanation;
import org.asterism.api.MemoryNode;
import org.asterism.api.RuntimeConfiguration;
import org.asterism.api.SchedulingContext;
import org.asterism.api.Simulation;
import org.asterism.api.TaskGraph;
import org.asterism.api.TaskRuntime;
import org.asterism.api.TasksStuckException;
import org.asterism.api.Worker;
import org.asterism.api.model.Predictor;
import org.asterism.core.internal.balance.BalanceScene;
import org.asterism.core.internal.balance.ContextBalancing;
import org.asterism.core.internal.balance.LoopPace;
import org.asterism.core.internal.balance.Pace;
import org.asterism.core.internal.balance.ThreadPace;
import org.asterism.core.internal.coherence.Placement;
import org.asterism.core.internal.coherence.Traffic;
import org.asterism.core.internal.context.Context;
import org.asterism.core.internal.context.ContextHome;
import org.asterism.core.internal.context.ContextWorker;
import org.asterism.core.internal.context.MachineModel;
import org.asterism.core.internal.context.MachineTopology;
import org.asterism.core.internal.context.Relations;
import org.asterism.core.internal.context.ScopeFailures;
import org.asterism.core.internal.context.ScopeTasks;
import org.asterism.core.internal.context.TaskOrigin;
import org.asterism.core.internal.links.KnownLinks;
import org.asterism.core.internal.links.LinkTable;
import org.asterism.core.internal.observation.Iterations;
import org.asterism.core.internal.observation.Observers;
import org.asterism.core.internal.plugin.Plugins;
import org.asterism.core.internal.prediction.Predictions;
import org.asterism.core.internal.runtime.machine.DescribedTopology;
import org.asterism.core.internal.runtime.machine.Nearness;
import org.asterism.core.internal.runtime.machine.SimulatedMachine;
import org.asterism.core.internal.runtime.pool.WorkerPool;
import org.asterism.core.internal.runtime.staffing.Contexts;
import org.asterism.core.internal.runtime.waiting.ContextCancellation;
import org.asterism.core.internal.runtime.waiting.DataExplainer;
import org.asterism.core.internal.runtime.waiting.ProgramWaits;
import org.asterism.core.internal.runtime.waiting.RuntimeActivity;
import org.asterism.core.internal.runtime.waiting.TaskExplainer;
import org.asterism.core.internal.runtime.waiting.TaskInspector;
import org.asterism.core.internal.runtime.waiting.TaskWaits;
import org.asterism.core.internal.runtime.waiting.WorkerExplainer;
import org.asterism.core.internal.stepping.BackgroundRunner;
import org.asterism.core.internal.stepping.EventLoop;
import org.asterism.core.internal.stepping.VirtualClock;
import org.asterism.core.internal.task.CalledOff;
import org.asterism.core.internal.task.GraphNode;
import org.asterism.core.internal.task.Job;
import org.asterism.core.internal.task.Successors;
import org.asterism.core.internal.task.TagBoard;
import org.asterism.core.internal.team.FoundCombinations;
import org.asterism.core.internal.team.Teamwork;
import org.asterism.core.internal.use.DataAccess;
import org.asterism.core.internal.use.FormMaker;
import org.asterism.core.internal.use.Holds;
import org.asterism.core.internal.use.Registry;
import org.asterism.core.internal.use.Replays;
import org.asterism.core.internal.worker.Costs;
import org.asterism.core.internal.worker.CurrentWorker;
import org.asterism.core.internal.worker.EngineHome;
import org.asterism.core.internal.worker.Sleepers;
import org.asterism.core.internal.worker.TaskIds;
import org.asterism.core.internal.worker.Watchdog;
import org.asterism.core.internal.worker.WorkerEngine;
import org.asterism.spi.driver.DeviceLostException;
import org.asterism.spi.policy.DataPlacement;

/** The parts of a runtime, and their connections. */
final class RuntimeCore implements ContextHome, EngineHome, BalanceScene {
    final OwnedRuntime runtime;
    final RuntimeConfiguration configuration;
    final Plugins plugins;
    final Clock clock;
    final EventLoop loop;
    final SimulatedMachine simulated;
    final ProgramWaits waits;
    private final Relations relations;
    final Pausing pausing = new Pausing();
    final PluginChanges pluginChanges = new PluginChanges(this);
    final Devices devices = new Devices(this);
    final Contexts contexts;
    final Context context;
    final Traffic traffic;
    final KnownLinks links;
    private final Placement placement;
    private final MachineTopology topology;
    final Holds holds;
    final TagBoard tags;
    final FailureReport failures;
    private final FormMaker forms;
    private final Replays replays;
    final Registry registry;
    final Predictions predictions;
    final Observers observers = new Observers();
    final Iterations iterations = new Iterations(observers);
    final WorkerPool pool;
    private final FoundCombinations combinations;
    private final Teamwork teamwork = new Teamwork();
    private final Sleepers sleepers = new Sleepers();
    final Watchdog watchdog;
    final ContextBalancing balancing;
    private final TaskIds taskIds = new TaskIds();
    private final boolean stepsOnOtherThreads;
    private volatile boolean measuresBusyTimes;
    final Lifetime lifetime = new Lifetime();

    /** Changes of contexts that have ended, but for those made by the thread that steps workers in virtual time. */
    private final AtomicLong changesByOthers = new AtomicLong();

    RuntimeCore(RuntimeConfiguration configuration, Plugins plugins) {
        this.configuration = configuration;
        this.plugins = plugins;
        Simulation machine = configuration.simulation().orElse(null);
        clock = machine == null ? configuration.clock() : new VirtualClock();
        loop = clock instanceof VirtualClock virtual
                ? new EventLoop(virtual, configuration.patience(), observers::isAnyHolding)
                : null;
        stepsOnOtherThreads = loop != null
                || !configuration.launchedWorkers()
                || !configuration.workersWithoutThreads().isEmpty();
        simulated = machine == null ? null : new SimulatedMachine(machine, this, loop, this::oneOfEachKind);
        watchdog = new Watchdog(clock, loop == null);
        contexts = new Contexts(
                this,
                plugins,
                ofDefaultContext(configuration),
                this::stayingWorkers,
                machine == null ? plugins::machine : Optional::empty);
        context = contexts.first();
        runtime = new OwnedRuntime(this, context);
        BackgroundRunner background = new BackgroundRunner(loop);
        waits = new ProgramWaits(this, contexts, configuration, loop, background);
        relations = new ContextRelations(contexts, waits, this::currentWorker);
        Poller poller = loop == null ? new TransferPoller() : new LoopPoller(loop);
        LinkTable table = new LinkTable(configuration.links());
        traffic = new Traffic(poller, table, observers, clock);
        links = new KnownLinks(table, configuration.models(), loop == null ? traffic.trials(clock) : null);
        poller.connect(traffic);
        traffic.whenLost(devices::lost);
        traffic.whenRoom(this::wakeWorkersOf);
        traffic.sharesWith(new OtherListeners(plugins, pluginChanges));
        DataAccess access = new DataAccess(
                context.tasks(),
                traffic,
                waits,
                look -> background.run(
                        "asterism-membership",
                        () -> contexts.whileNobodyMoves(look).run()));
        holds = access.holds();
        forms = access.forms();
        replays = access.replays();
        registry =
                new Registry(context.tasks(), traffic, access, plugins::layout, machine != null && !machine.executes());
        combinations = new FoundCombinations(configuration.teams());
        pool = new WorkerPool(
                configuration, plugins, this, contexts, loop, background, this::workersChanged, registry::workerEnded);
        predictions = new Predictions(configuration.models(), pool::engines);
        placement =
                new Placement(traffic, machine == null ? predictions : null, pool::engines, configuration.prefetch());
        topology = machine == null ? plugins::machine : new DescribedTopology(pool::engines, traffic::nodes);
        tags = new TagBoard(waits);
        failures = new FailureReport(contexts);
        balancing = new ContextBalancing(this);
        waits.connect(new RuntimeActivity(
                contexts,
                pool,
                sleepers,
                traffic,
                access,
                this::isPaused,
                observers::isAnyHolding,
                this::inspect,
                changesByOthers::get));
    }

    private static ContextDescription ofDefaultContext(RuntimeConfiguration configuration) {
        return ContextDescription.named(SchedulingContext.DEFAULT)
                .withPolicy(configuration.policy(), configuration.policyProperties())
                .withFallbackPolicy(configuration.fallbackPolicy())
                .withPriorities(configuration.priorities())
                .withWorkers(configuration.members());
    }

    private List<WorkerEngine> oneOfEachKind() {
        return pool.oneOfEachKind();
    }

    /** Wakes those that may run a task again which a shortage of their memory has kept from them. */
    private void wakeWorkersOf(MemoryNode node) {
        for (WorkerEngine worker : pool.engines()) {
            if (worker.memoryNode() == node.id()) {
                worker.wakeForOwnTask();
            }
        }
    }

    private List<WorkerEngine> stayingWorkers() {
        return pool.staying();
    }

    @Override
    public List<WorkerEngine> workers() {
        return pool.engines();
    }

    @Override
    public void contextChanged() {
        if (loop != null && !loop.isRunHere()) {
            changesByOthers.incrementAndGet();
        }
        forms.workersMayBeMissing();
        replays.workersMayBeMissing();
    }

    @Override
    public void mayHoldBack(Context changed, boolean isOwed) {
        waits.mayHoldBack(changed, isOwed);
    }

    @Override
    public void cameAgain() {
        forms.workersMayBeMissing();
        replays.workersMayBeMissing();
    }

    /** Looks at the tasks as they are now. */
    TaskInspector inspect() {
        return inspect(List.of());
    }

    /** Looks at the tasks that have not ended, and at what threads wait for. */
    private TaskInspector inspect(Collection<GraphNode> awaited) {
        return new TaskInspector(contexts.all(), pool.engines(), tags, holds.jobs(), awaited, observers.held());
    }

    /** Explains why a task has not ended. */
    Explanation explain(Job job) {
        return explainTasks(inspect()).explain(job);
    }

    /** Explains what a worker does. */
    Explanation explain(WorkerEngine worker) {
        TaskInspector look = inspect();
        return new WorkerExplainer(look, explainTasks(look), explainData(), contexts.all(), pausing.isPaused())
                .explain(worker);
    }

    private TaskExplainer explainTasks(TaskInspector look) {
        return new TaskExplainer(look, explainData(), pausing.isPaused());
    }

    private DataExplainer explainData() {
        return new DataExplainer(pool.engines(), traffic.nodes());
    }

    /** Is told which workers there are, or that more is known of the machine. */
    void workersChanged(List<WorkerEngine> workers) {
        combinations.changed(workers, () -> plugins.machine().orElse(null));
    }

    @Override
    public void deviceLost(WorkerEngine worker, DeviceLostException lost) {
        devices.lost(worker, lost);
    }

    @Override
    public void workerDied(WorkerEngine worker, Throwable thrown) {
        devices.died(worker, thrown);
    }

    // What balancers see and do.

    @Override
    public List<Context> contexts() {
        return contexts.all();
    }

    @Override
    public Observers observers() {
        return observers;
    }

    @Override
    public void handOver(Context from, Context to, List<Worker> workers) {
        contexts.handOver(from, to, workers);
    }

    @Override
    public Pace pace(long periodNanos, Runnable look) {
        return loop == null ? new ThreadPace(periodNanos, look) : new LoopPace(loop, clock, periodNanos, look);
    }

    @Override
    public void refusePolicies(String what) {
        contexts.refusePolicies(what);
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

    // Where tasks can run, and in which context.

    @Override
    public MachineModel machine() {
        return simulated == null ? MachineModel.REAL : simulated;
    }

    @Override
    public Relations relations() {
        return relations;
    }

    // What policies may know.

    @Override
    public MachineTopology topology() {
        return topology;
    }

    @Override
    public TaskGraph graph() {
        return (task, visitor) -> Successors.forEachTask((Job) task, visitor);
    }

    @Override
    public long seed() {
        return configuration.seed();
    }

    @Override
    public List<CombinedWorker> combinedWorkers() {
        return combinations.all();
    }

    @Override
    public List<Worker> nearest(Worker worker, List<Worker> workers) {
        return Nearness.from(worker, workers);
    }

    @Override
    public Costs costs() {
        return simulated == null ? null : simulated.costs();
    }

    @Override
    public boolean isTimed() {
        return measuresBusyTimes || observers.wantTimes();
    }

    @Override
    public void measureBusyTimes() {
        measuresBusyTimes = true;
    }

    @Override
    public Teamwork teamwork() {
        return teamwork;
    }

    // What contexts and workers need.

    @Override
    public TaskRuntime runtime() {
        return runtime;
    }

    @Override
    public Plugins plugins() {
        return plugins;
    }

    @Override
    public WorkerEngine currentWorker() {
        return CurrentWorker.of(this, stepsOnOtherThreads);
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
        return taskIds.next();
    }

    @Override
    public long cancelTasks(Context asked, CalledOff why) {
        return new ContextCancellation(asked, taskIds.endBlocks(), this::inspect).cancel(why);
    }

    @Override
    public void requireOpen() {
        if (lifetime.isEnding() && currentWorker() == null) {
            throw lifetime.refusal();
        }
    }

    @Override
    public boolean isClosing() {
        return lifetime.isClosed();
    }

    @Override
    public boolean isTerminating() {
        return lifetime.isEnding();
    }

    @Override
    public boolean haveAllEnded() {
        return TaskWaits.haveEnded(contexts.all());
    }

    @Override
    public void sleepUnless(BooleanSupplier condition, Runnable sleep) {
        waits.sleepUnless(condition, sleep);
    }

    @Override
    public void settled(Job job, boolean awaited, ContextWorker current) {
        waits.settled(job, awaited, current);
    }

    @Override
    public Job popOwn(ContextWorker worker, TaskOrigin origin) {
        return context.popOwn(worker, origin);
    }

    @Override
    public FormMaker forms() {
        return forms;
    }

    @Override
    public void ranOutOfTasks(boolean mayBeTime) {
        waits.ranOutOfTasks(mayBeTime);
    }

    @Override
    public void stopped(WorkerEngine worker) {
        waits.stopped(worker);
    }

    @Override
    public boolean awaitEnd(Context awaited, Duration time) throws InterruptedException {
        return waits.untilEnded(awaited, time);
    }

    @Override
    public boolean awaitEnd(ScopeTasks scope, Duration time) throws InterruptedException {
        return waits.untilEnded(scope, time);
    }

    @Override
    public Set<ScopeFailures> unreportedScopes() {
        return failures.scopes();
    }

    @Override
    public void ended(ScopeTasks scope) {
        waits.ended(scope);
    }

    @Override
    public void awaitClosing(Context closing) throws InterruptedException {
        waits.untilClosed(closing, pool::engines);
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
    public boolean await(Job job, Duration time) throws InterruptedException {
        return waits.untilSettled(job, time);
    }

    @Override
    public TasksStuckException standing() {
        return waits.standing();
    }

    @Override
    public Clock clock() {
        return clock;
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
    public TagBoard tags() {
        return tags;
    }

    @Override
    public boolean isPaused() {
        return pausing.isPaused();
    }
}
