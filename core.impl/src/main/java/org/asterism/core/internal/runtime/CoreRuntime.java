package org.asterism.core.internal.runtime;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.asterism.api.BalancerChoice;
import org.asterism.api.BalancerDescription;
import org.asterism.api.Balancing;
import org.asterism.api.Clock;
import org.asterism.api.Codelet;
import org.asterism.api.ContextDescription;
import org.asterism.api.FormerWorker;
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
import org.asterism.api.WorkerSelection;
import org.asterism.api.data.DataRegistry;
import org.asterism.api.device.DeviceReport;
import org.asterism.api.model.Links;
import org.asterism.api.model.Models;
import org.asterism.api.model.Predictor;
import org.asterism.core.internal.context.Context;
import org.asterism.core.internal.context.ContextWorker;
import org.asterism.core.internal.plugin.Plugins;
import org.asterism.core.internal.runtime.staffing.Contexts;
import org.asterism.core.internal.runtime.waiting.LastTasks;
import org.asterism.core.internal.stepping.VirtualClock;
import org.asterism.core.internal.task.Bundle;
import org.asterism.core.internal.task.CalledOff;
import org.asterism.core.internal.task.TagBoard;
import org.asterism.spi.observation.RuntimeObserver;
import org.asterism.spi.policy.TaskGraph;

/** A runtime as programs see it: puts contexts, workers and data together, and lets programs wait. */
public final class CoreRuntime implements Runtime {
    private static final Logger LOG = System.getLogger(CoreRuntime.class.getName());

    final RuntimeCore core;
    private final Context context;

    private CoreRuntime(RuntimeConfiguration configuration, Plugins plugins) {
        core = new RuntimeCore(this, configuration, plugins);
        context = core.contexts.first();
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
        RuntimeCore core = runtime.core;
        plugins.addListener(core.pluginChanges);
        try {
            plugins.drivers().forEach(core.pluginChanges::arrived);
            core.pool.warnOfMissing();
            if (core.simulated != null) {
                core.simulated.learnCosts(core.pool.engines());
            }
            if (mayStartParked) {
                runtime.context.start();
            } else {
                runtime.context.usePolicy(configuration.policy(), configuration.policyProperties());
            }
            Consumer<BalancerChoice> begin = mayStartParked ? core.balancing::wish : core.balancing::use;
            configuration.balancer().ifPresent(begin);
            return runtime;
        } catch (Throwable refused) { // also what a plug-in should not throw: nobody else could end what has begun
            closeAfter(refused, runtime);
            throw refused;
        }
    }

    private static void closeAfter(Throwable refused, CoreRuntime runtime) {
        try {
            runtime.close();
        } catch (Throwable thrown) {
            if (thrown != refused) {
                refused.addSuppressed(thrown);
            }
        }
    }

    // What programs see.

    @Override
    public Task task(Codelet codelet) {
        return context.task(codelet);
    }

    @Override
    public DataRegistry data() {
        return core.registry;
    }

    @Override
    public Context defaultContext() {
        return context;
    }

    @Override
    public List<SchedulingContext> contexts() {
        return List.copyOf(core.contexts.all());
    }

    @Override
    public List<Worker> workers() {
        return List.copyOf(core.pool.engines());
    }

    @Override
    public List<FormerWorker> formerWorkers() {
        return core.pool.former();
    }

    @Override
    public List<DeviceReport> devices() {
        return core.devices.reports();
    }

    @Override
    public List<Worker> rescanDevices() {
        if (core.lifetime.isClosed()) {
            throw core.lifetime.refusal();
        }
        return core.devices.rescan();
    }

    @Override
    public List<PolicyDescription> policies() {
        return core.plugins.describePolicies();
    }

    @Override
    public Clock clock() {
        return core.clock;
    }

    @Override
    public Optional<Simulation> simulation() {
        return core.configuration.simulation();
    }

    @Override
    public Predictor predictor() {
        return core.predictions;
    }

    @Override
    public Models models() {
        return core.predictions.models();
    }

    @Override
    public Links links() {
        return core.links;
    }

    @Override
    public Observation observe(RuntimeObserver observer) {
        return core.observers.add(observer);
    }

    @Override
    public void waitAll() throws InterruptedException {
        waitAll(null);
    }

    @Override
    public boolean waitAll(Duration time) throws InterruptedException {
        if (!core.waits.untilAllEnded(time)) {
            return false;
        }
        TasksFailedException report = core.failures.take();
        if (report != null) {
            throw report;
        }
        return true;
    }

    @Override
    public void waitUntilAtMost(long tasks) throws InterruptedException {
        core.waits.untilAtMost(tasks);
    }

    @Override
    public TaskOverview tasks(int mostWaiting) {
        return core.inspect().overview(mostWaiting).withOverdue(core.watchdog.overdue());
    }

    @Override
    public TaskOverview tasks(SchedulingContext asked, int mostWaiting) {
        Context known = core.contexts.all().stream()
                .filter(each -> each == asked)
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("context '" + asked.name()
                        + "' is closed or of another runtime; give one of "
                        + core.contexts.all().stream().map(Context::name).toList()));
        return core.inspect()
                .overview(known, mostWaiting)
                .withOverdue(core.watchdog.overdue().stream()
                        .filter(task -> task.context().equals(known.name()))
                        .toList());
    }

    @Override
    public List<Task> unfinishedTasks() {
        return core.inspect().unfinished().map(Task.class::cast).toList();
    }

    @Override
    public void requestTermination() {
        core.lifetime.end();
        core.pool.unparkDriven();
    }

    @Override
    public void close() {
        context.tasks().refuseWorkers("close the runtime");
        if (!core.lifetime.close()) {
            return;
        }
        ClosingSteps steps = new ClosingSteps();
        steps.perform(core.pool::unparkDriven);
        steps.perform(core.pausing::endAll);
        steps.performForEach(core.contexts.all(), Context::wakeWorkers);
        steps.perform(core.registry::putTogether);
        LastTasks last =
                new LastTasks(core.contexts, core.pool, core.holds, core.clock, core.configuration.closingTimeout());
        steps.perform(() -> core.waits.untilFinished(() -> last.finish(core.loop)));
        steps.perform(core.balancing::close);
        steps.perform(core.contexts::end);
        steps.performForEach(core.contexts.all(), Context::shut);
        steps.perform(core.pool::stopAll);
        steps.perform(core.links::close);
        steps.perform(core.predictions::close);
        steps.perform(core.watchdog::close);
        // Until here a plug-in that leaves had to be told that it is in use.
        steps.perform(() -> core.plugins.removeListener(core.pluginChanges));
        CalledOff why = CalledOff.byRuntime("its runtime was closed");
        steps.performForEach(
                core.contexts.all(), each -> each.tasks().cancellation().all(why));
        steps.perform(() -> core.tags.callOff(why));
        steps.perform(() -> core.waits.limited(core.registry::close, core.registry::beginToComeHome));
        steps.perform(core.pool::closeMemories);
        steps.perform(core.traffic::close);
        steps.perform(this::logUnreported);
        steps.throwIfAnyFailed();
    }

    private void logUnreported() {
        TasksFailedException unreported = core.failures.take();
        if (unreported != null) {
            LOG.log(
                    Level.WARNING,
                    "a runtime was closed with failures that nobody asked for: {0}",
                    unreported.getMessage());
        }
    }

    /** Has a balancer in charge now or, if that cannot be, when it comes. */
    public void wishBalancer(BalancerChoice choice) {
        core.balancing.wish(choice);
    }

    @Override
    public List<BalancerDescription> balancers() {
        return core.plugins.describeBalancers();
    }

    @Override
    public void balance(String name, Map<String, String> properties) {
        core.balancing.use(new BalancerChoice(name, properties));
    }

    @Override
    public void stopBalancing() {
        core.balancing.stop();
    }

    @Override
    public Balancing balancing() {
        return core.balancing.report();
    }

    @Override
    public SchedulingContext context(String name) {
        return core.contexts.named(name);
    }

    @Override
    public SchedulingContext createContext(String name, String policy, Predicate<? super Worker> workers) {
        core.contexts.refusePolicies("createContext(" + name + ")");
        return core.contexts.create(name, policy, workers);
    }

    @Override
    public SchedulingContext createContext(ContextDescription description) {
        core.contexts.refusePolicies("createContext(" + description.name() + ")");
        return core.contexts.create(description);
    }

    @Override
    public List<Worker> workers(WorkerSelection selection) {
        return core.contexts.select(selection);
    }

    @Override
    public TaskBundle bundle(String name) {
        return new Bundle(name, context.tasks());
    }

    @Override
    public void pause() {
        core.contexts.refusePolicies("pause()");
        core.pausing.begin();
        core.contexts.all().forEach(Context::awaitTakers);
    }

    @Override
    public void resume() {
        if (core.pausing.end()) {
            core.contexts.all().forEach(Context::wakeWorkers);
        }
    }

    @Override
    public boolean isPaused() {
        return core.pausing.isPaused();
    }

    @Override
    public TagBoard tags() {
        return core.tags;
    }

    @Override
    public List<MemoryNode> memoryNodes() {
        return core.traffic.nodes();
    }

    @Override
    public TaskGraph graph() {
        return core.graph();
    }

    /** The contexts, for whoever makes and changes them as configuration says. */
    public Contexts allContexts() {
        return core.contexts;
    }

    /** The worker of this runtime that the calling thread is, or null. */
    ContextWorker currentWorker() {
        return core.currentWorker();
    }

    boolean isClosed() {
        return core.lifetime.isClosed();
    }
}
