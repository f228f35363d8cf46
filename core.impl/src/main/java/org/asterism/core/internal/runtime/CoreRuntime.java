package org.asterism.core.internal.runtime;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;
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
import org.asterism.core.internal.context.Failures;
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
import org.asterism.core.internal.tag.TagHome;
import org.asterism.core.internal.task.Bundle;
import org.asterism.core.internal.task.CalledOff;
import org.asterism.core.internal.task.Completion;
import org.asterism.core.internal.task.Job;
import org.asterism.core.internal.task.Particulars;
import org.asterism.core.internal.worker.Costs;
import org.asterism.core.internal.worker.CurrentWorker;
import org.asterism.core.internal.worker.EngineHome;
import org.asterism.core.internal.worker.ProgramStepper;
import org.asterism.core.internal.worker.Sleepers;
import org.asterism.core.internal.worker.Watchdog;
import org.asterism.core.internal.worker.WorkerEngine;
import org.asterism.spi.driver.Transfer;
import org.asterism.spi.observation.RuntimeObserver;
import org.asterism.spi.policy.DataPlacement;
import org.asterism.spi.policy.TaskGraph;

/** A runtime: puts contexts, workers and data together, and lets programs wait. */
public final class CoreRuntime implements Runtime, ContextHome, EngineHome, Plugins.Listener {
    private static final Logger LOG = System.getLogger(CoreRuntime.class.getName());
    private static final long CLOSING_NAP_NANOS = 200_000;
    private static final Duration FOR_EVER = Duration.ofSeconds(Long.MAX_VALUE);

    private final RuntimeConfiguration configuration;
    private final Plugins plugins;
    private final Simulated simulated;
    private final Clock clock;
    private final EventLoop loop;
    private final Waiting waiting;
    private final TaskWaits waits;
    private final Pausing pausing = new Pausing();
    private final Contexts contexts;
    private final Context context;
    private final Traffic traffic;
    private final KnownLinks links;
    private final Placement placement;
    private final Holds holds;
    private final TagBoard tags;
    private final StuckWatch stuckWatch;
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
        simulated = configuration.simulation().map(Simulated::new).orElse(null);
        clock = simulated == null ? configuration.clock() : new VirtualClock();
        loop = clock instanceof VirtualClock virtual ? new EventLoop(virtual) : null;
        waiting = loop == null ? new ThreadWaiting(clock) : new LoopWaiting(loop, clock);
        waits = new TaskWaits(waiting);
        watchdog = new Watchdog(clock, loop == null);
        contexts = new Contexts(this, plugins, configuration.policy(), configuration.fallbackPolicy());
        context = contexts.first();
        TransferPoller poller = new TransferPoller();
        LinkTable table = new LinkTable(configuration.links());
        traffic = new Traffic(loop == null ? poller : this::pollInVirtualTime, table, observers, clock);
        links = new KnownLinks(table, configuration.models(), loop == null ? traffic.trials(clock) : null);
        poller.connect(traffic);
        placement = new Placement(traffic);
        DataAccess access = new DataAccess(context, traffic, this::awaitData);
        holds = access.holds();
        registry = new Registry(
                context,
                traffic,
                access,
                plugins::layout,
                configuration
                        .simulation()
                        .filter(machine -> !machine.executes())
                        .isPresent());
        pool = new WorkerPool(configuration, plugins, this, loop);
        predictions = new Predictions(configuration.models(), pool::engines);
        tags = new TagBoard(new TagWaiting());
        stuckWatch = new StuckWatch(waiting, clock, loop != null, configuration.patience(), scene());
        waits.connect(stuckWatch);
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
            runtime.learnCosts();
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

    private void learnCosts() {
        if (simulated != null) {
            pool.engines().stream().findFirst().ifPresent(worker -> simulated.learnCosts(worker.properties()));
            loop.turnsTake(simulated.costs() == null ? 0 : simulated.costs().turnNanos());
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
        context.refuseWorkers("wait for all tasks");
        contexts.all().forEach(Context::tellToSchedule);
        if (!waits.untilEnded(contexts::all, time, "the runtime's tasks")) {
            return false;
        }
        TasksFailedException report = reportFailures();
        if (report != null) {
            throw report;
        }
        return true;
    }

    private static Supplier<List<Context>> only(Context context) {
        List<Context> one = List.of(context);
        return () -> one;
    }

    private StuckWatch.Scene scene() {
        return new RuntimeScene(contexts::all, pool, sleepers, traffic, this::isPaused, this::inspect);
    }

    /** The rule, which shall cost nothing. */
    private boolean nothingHasFailed() {
        List<Context> all = contexts.all();
        for (int index = 0; index < all.size(); index++) {
            if (!all.get(index).failures().isEmpty() || all.get(index).failingFast() != null) {
                return false;
            }
        }
        return true;
    }

    private TasksFailedException reportFailures() {
        if (nothingHasFailed()) {
            return null;
        }
        Map<Context, CalledOff> failingFast = new IdentityHashMap<>();
        contexts.all().forEach(each -> failingFast.put(each, each.failingFast()));
        TasksFailedException report =
                Failures.report(contexts.all().stream().map(Context::failures).toList());
        failingFast.forEach(Context::reported);
        return report;
    }

    @Override
    public void waitUntilAtMost(long tasks) throws InterruptedException {
        context.refuseWorkers("wait for tasks");
        contexts.all().forEach(Context::tellToSchedule);
        waits.untilAtMost(contexts::all, tasks, null, "the runtime's tasks");
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
        finishWhatCanBeFinished();
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
        TasksFailedException unreported = reportFailures();
        if (unreported != null) {
            LOG.log(
                    Level.WARNING,
                    "a runtime was closed with failures that nobody asked for: {0}",
                    unreported.getMessage());
        }
    }

    /** Waits until all tasks have ended, or until no worker finds one that it could run. */
    private void finishWhatCanBeFinished() {
        boolean interrupted = false;
        if (loop != null) {
            loop.runUntil(this::haveAllEnded);
        }
        while (loop == null && !haveAllEnded() && isAnyWorkerAwake()) {
            LockSupport.parkNanos(CLOSING_NAP_NANOS);
            interrupted |= Thread.interrupted();
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean haveAllEnded() {
        return TaskWaits.haveEnded(contexts.all());
    }

    /** Workers sleep also while a context changes its policy, but not for lack of tasks. */
    private boolean isAnyWorkerAwake() {
        long changes = policyChanges();
        if (pool.stepOrSeeIfAnyAwake() || holds.isAnyMoving()) {
            return true;
        }
        contexts.all().forEach(Context::awaitChange);
        return pool.stepOrSeeIfAnyAwake() || policyChanges() != changes;
    }

    private long policyChanges() {
        return contexts.all().stream().mapToLong(Context::policyChanges).sum();
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

    /** In virtual time a copy ends when the clock says so. */
    private void pollInVirtualTime(Transfer transfer) {
        loop.at(transfer.nextPoll(), () -> {
            traffic.step();
            try {
                if (!transfer.isFinished()) {
                    pollInVirtualTime(transfer);
                }
            } catch (Exception | Error failed) {
                LOG.log(Level.DEBUG, "whoever waits for the copy is told: " + failed);
            }
        });
    }

    private void awaitData(CompletableFuture<?> future, String what) throws InterruptedException {
        if (future.isDone()) {
            return;
        }
        future.whenComplete((nothing, failure) -> waiting.wakeThoseWhoseTimeHasCome());
        waiting.until(future::isDone, () -> {}, null, what);
    }

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
        if (simulated != null && simulated.costs() != null) {
            long nanos = simulated.costs().holdNanos();
            WorkerEngine worker = CurrentWorker.of(this, false);
            if (worker == null) {
                simulated.programSpends(nanos, clock.nanoTime());
            } else {
                worker.charge(nanos);
            }
        }
    }

    @Override
    public boolean delaysPushes() {
        return simulated != null
                && simulated.costs() != null
                && simulated.costs().pushNanos() > 0;
    }

    @Override
    public void delayPush(Runnable push) {
        long cost = simulated.costs().pushNanos();
        WorkerEngine worker = CurrentWorker.of(this, false);
        if (worker == null) {
            loop.at(simulated.programSpends(cost, clock.nanoTime()), push);
        } else {
            loop.at(clock.nanoTime() + worker.charge(cost), () -> ProgramStepper.runAs(worker, push));
        }
    }

    @Override
    public void submissionEnds() {
        if (simulated == null || simulated.costs() == null || loop.isRunning()) {
            return;
        }
        simulated.programSpends(simulated.costs().submitNanos(), clock.nanoTime());
        loop.runUntilTime(simulated.programBusyUntil());
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
        // A worker looks whether all has ended when it runs out of tasks, which it does after the last one; see below.
        // Workers that the program steps may not be stepped again.
        if (awaited
                || waits.areCounting()
                || (currentWorker() == null || !configuration.launchedWorkers()) && waiting.isAnybodyWaiting()) {
            waiting.wakeThoseWhoseTimeHasCome();
        }
    }

    @Override
    public void ranOutOfTasks() {
        if (waiting.isAnybodyWaiting()) { // with a fence, which the counts need
            waiting.wakeThoseWhoseTimeHasCome();
        }
        for (Context each : contexts.all()) {
            if (each.counts().isQuiescent()) {
                each.tidy();
            }
        }
    }

    @Override
    public boolean awaitEnd(Context awaited, Duration time) throws InterruptedException {
        awaited.tellToSchedule();
        return waits.untilEnded(only(awaited), time, "the tasks of context '" + awaited.name() + "'");
    }

    @Override
    public void awaitAtMost(Context awaited, long tasks) throws InterruptedException {
        awaited.tellToSchedule();
        waits.untilAtMost(only(awaited), tasks, null, "the tasks of context '" + awaited.name() + "'");
    }

    @Override
    public void makeRoom(Context full, long tasks) {
        boolean steppedByProgram = loop == null && !configuration.launchedWorkers();
        if (currentWorker() == null && !Particulars.isCalling() && !Completion.isUnderWay() && !steppedByProgram) {
            waits.makeRoom(full, tasks, loop == null ? configuration.patience() : FOR_EVER);
        }
    }

    @Override
    public boolean isDefault(Context asked) {
        return asked == context;
    }

    @Override
    public void end(Context ending) {
        contexts.remove(ending, CalledOff.because("its context '" + ending.name() + "' was closed", null));
        // Its tasks were counted twice for a moment.
        waiting.wakeThoseWhoseTimeHasCome();
    }

    @Override
    public boolean await(Job job, Duration time) throws InterruptedException {
        contexts.all().forEach(Context::tellToSchedule);
        return waiting.until(job::isSettled, job::markAwaited, time, job.toString());
    }

    /** How programs wait for tags. */
    private final class TagWaiting implements TagHome {
        @Override
        public void refuseWorkers(String what) {
            context.refuseWorkers(what);
        }

        @Override
        public boolean await(BooleanSupplier condition, Duration time, String what) throws InterruptedException {
            return waiting.until(condition, () -> {}, time, what);
        }

        @Override
        public void wakeAll() {
            waiting.wakeThoseWhoseTimeHasCome();
        }
    }
}
