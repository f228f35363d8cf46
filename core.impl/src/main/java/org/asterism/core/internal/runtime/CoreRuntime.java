package org.asterism.core.internal.runtime;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import org.asterism.api.Clock;
import org.asterism.api.Codelet;
import org.asterism.api.ContextState;
import org.asterism.api.MemoryNode;
import org.asterism.api.PolicyDescription;
import org.asterism.api.Runtime;
import org.asterism.api.RuntimeConfiguration;
import org.asterism.api.SchedulingContext;
import org.asterism.api.Tags;
import org.asterism.api.Task;
import org.asterism.api.TaskBundle;
import org.asterism.api.TaskOverview;
import org.asterism.api.TasksFailedException;
import org.asterism.api.Worker;
import org.asterism.api.data.DataRegistry;
import org.asterism.core.internal.access.DataAccess;
import org.asterism.core.internal.access.Holds;
import org.asterism.core.internal.coherence.Placement;
import org.asterism.core.internal.coherence.Traffic;
import org.asterism.core.internal.context.Context;
import org.asterism.core.internal.context.ContextHome;
import org.asterism.core.internal.context.ContextWorker;
import org.asterism.core.internal.data.Registry;
import org.asterism.core.internal.plugin.DriverPlugin;
import org.asterism.core.internal.plugin.Plugins;
import org.asterism.core.internal.plugin.PolicyPlugin;
import org.asterism.core.internal.stepping.EventLoop;
import org.asterism.core.internal.stepping.VirtualClock;
import org.asterism.core.internal.task.Job;
import org.asterism.core.internal.worker.CurrentWorker;
import org.asterism.core.internal.worker.EngineHome;
import org.asterism.core.internal.worker.Sleepers;
import org.asterism.spi.driver.Transfer;
import org.asterism.spi.policy.DataPlacement;

/** A runtime: puts contexts, workers and data together, and lets programs wait. */
public final class CoreRuntime implements Runtime, ContextHome, EngineHome, Plugins.Listener {
    private static final Logger LOG = System.getLogger(CoreRuntime.class.getName());
    private static final long CLOSING_NAP_NANOS = 200_000;

    private final RuntimeConfiguration configuration;
    private final Plugins plugins;
    private final Clock clock;
    private final EventLoop loop;
    private final Waiting waiting;
    private final Context context;
    private final Traffic traffic;
    private final Placement placement;
    private final Holds holds;
    private final Registry registry;
    private final WorkerPool pool;
    private final Sleepers sleepers = new Sleepers();
    private final Failures failures = new Failures();
    private final AtomicLong taskIds = new AtomicLong();
    private volatile boolean closed;

    private CoreRuntime(RuntimeConfiguration configuration, Plugins plugins) {
        this.configuration = configuration;
        this.plugins = plugins;
        clock = configuration.clock();
        loop = clock instanceof VirtualClock virtual ? new EventLoop(virtual) : null;
        waiting = loop == null ? new ThreadWaiting(clock) : new LoopWaiting(loop, clock);
        context = new Context(SchedulingContext.DEFAULT, this, configuration.policy(), configuration.fallbackPolicy());
        TransferPoller poller = new TransferPoller();
        traffic = new Traffic(loop == null ? poller : this::pollInVirtualTime);
        poller.connect(traffic);
        placement = new Placement(traffic);
        DataAccess access = new DataAccess(context, traffic, this::awaitData);
        holds = access.holds();
        registry = new Registry(context, traffic, access);
        pool = new WorkerPool(configuration, plugins, this, loop);
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
        return List.of(context);
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
    public void waitAll() throws InterruptedException {
        waitAll(null);
    }

    @Override
    public boolean waitAll(Duration time) throws InterruptedException {
        context.refuseWorkers("wait for all tasks");
        boolean ended =
                waiting.until(context.counts()::isQuiescent, this::warnOfParkedContext, time, "the runtime's tasks");
        if (!ended) {
            return false;
        }
        TasksFailedException report = failures.report();
        if (report != null) {
            throw report;
        }
        return true;
    }

    private void warnOfParkedContext() {
        if (context.state() == ContextState.PARKED) {
            LOG.log(
                    Level.WARNING,
                    "waiting for tasks of context ''{0}'', which is parked until a policy comes: {1}",
                    context.name(),
                    context.trouble().orElse("it has none"));
        }
    }

    @Override
    public TaskOverview tasks(int mostWaiting) {
        return new TaskInspector(List.of(context), pool.engines()).inspect(mostWaiting);
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
        finishWhatCanBeFinished();
        context.shut();
        pool.stopAll();
        // Until here a plug-in that leaves had to be told that it is in use.
        plugins.removeListener(this);
        context.cancelAll(new IllegalStateException("its runtime was closed"));
        registry.close();
        pool.closeMemories();
        traffic.close();
        TasksFailedException unreported = failures.report();
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
            loop.runUntil(context.counts()::isQuiescent);
        }
        while (loop == null && !context.counts().isQuiescent() && isAnyWorkerAwake()) {
            LockSupport.parkNanos(CLOSING_NAP_NANOS);
            interrupted |= Thread.interrupted();
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Workers sleep also while the context changes its policy, but not for lack of tasks. */
    private boolean isAnyWorkerAwake() {
        long changes = context.policyChanges();
        if (pool.stepOrSeeIfAnyAwake() || holds.isAnyMoving()) {
            return true;
        }
        context.awaitChange();
        return pool.stepOrSeeIfAnyAwake() || context.policyChanges() != changes;
    }

    /** Has the default context use a policy now or, if that cannot be, when it comes. */
    void wishPolicy(String policy, Map<String, String> properties) {
        context.wishPolicy(policy, properties);
    }

    @Override
    public SchedulingContext context(String name) {
        throw new UnsupportedOperationException("T2");
    }

    @Override
    public SchedulingContext createContext(String name, String policy, Predicate<? super Worker> workers) {
        throw new UnsupportedOperationException("T2");
    }

    @Override
    public TaskBundle bundle(String name) {
        throw new UnsupportedOperationException("T2");
    }

    @Override
    public void pause() {
        throw new UnsupportedOperationException("T2");
    }

    @Override
    public void resume() {
        throw new UnsupportedOperationException("T2");
    }

    @Override
    public boolean isPaused() {
        throw new UnsupportedOperationException("T2");
    }

    @Override
    public void waitUntilAtMost(long tasks) throws InterruptedException {
        throw new UnsupportedOperationException("T2");
    }

    @Override
    public Tags tags() {
        throw new UnsupportedOperationException("T1");
    }

    @Override
    public List<MemoryNode> memoryNodes() {
        return traffic.nodes();
    }

    // What plug-ins do.

    @Override
    public void policyArrived(PolicyPlugin plugin) {
        context.policyArrived(plugin);
    }

    @Override
    public void policyLeft(PolicyPlugin plugin) {
        context.policyLeft(plugin);
    }

    @Override
    public void driverArrived(DriverPlugin plugin) {
        pool.open(plugin, context);
    }

    @Override
    public void driverLeft(DriverPlugin plugin) {
        pool.close(plugin, context);
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
        future.whenComplete((nothing, failure) -> waiting.wakeAll());
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
    public int sleepers() {
        return sleepers.number();
    }

    @Override
    public Sleepers sleeping() {
        return sleepers;
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

    boolean isClosed() {
        return closed;
    }

    @Override
    public void report(Throwable failure) {
        failures.add(failure);
    }

    @Override
    public void reportDependent(Throwable failure) {
        failures.addDependent(failure);
    }

    @Override
    public void settled(boolean awaited) {
        // A worker looks whether all has ended when it runs out of tasks, which it does after the last one; see below.
        // Workers that the program steps may not be stepped again.
        if (awaited || (currentWorker() == null || !configuration.launchedWorkers()) && waiting.isAnybodyWaiting()) {
            waiting.wakeAll();
        }
    }

    @Override
    public void ranOutOfTasks() {
        boolean anybodyWaits = waiting.isAnybodyWaiting(); // with a fence, which the counts need
        if (context.counts().isQuiescent()) {
            if (anybodyWaits) {
                waiting.wakeAll();
            }
            context.tidy();
        }
    }

    @Override
    public boolean await(Job job, Duration time) throws InterruptedException {
        return waiting.until(job::isSettled, job::markAwaited, time, job.toString());
    }
}
