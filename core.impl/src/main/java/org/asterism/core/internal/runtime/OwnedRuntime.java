package org.asterism.core.internal.runtime;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.function.Consumer;
import org.asterism.api.BalancerChoice;
import org.asterism.api.RuntimeConfiguration;
import org.asterism.api.TasksFailedException;
import org.asterism.core.internal.context.Context;
import org.asterism.core.internal.context.ContextWorker;
import org.asterism.core.internal.context.ScopeFailures;
import org.asterism.core.internal.plugin.Plugins;
import org.asterism.core.internal.runtime.waiting.LastTasks;
import org.asterism.core.internal.stepping.VirtualClock;
import org.asterism.core.internal.task.CalledOff;

/** A runtime of one program, which created it and closes it. */
public final class OwnedRuntime extends CoreRuntime {
    private static final Logger LOG = System.getLogger(OwnedRuntime.class.getName());

    OwnedRuntime(RuntimeCore core, Context context) {
        super(core, context);
    }

    /**
     * Makes a runtime and starts its workers.
     *
     * @param configuration with a {@link VirtualClock}, the runtime runs in virtual time: waiting threads step the
     *     workers
     * @param plugins the available plug-ins
     * @param mayStartParked whether it is fine if the policy is not there yet
     */
    static OwnedRuntime start(RuntimeConfiguration configuration, Plugins plugins, boolean mayStartParked) {
        RuntimeCore core = new RuntimeCore(configuration, plugins);
        OwnedRuntime runtime = core.runtime;
        plugins.addListener(core.pluginChanges);
        try {
            plugins.drivers().forEach(core.pluginChanges::arrived);
            core.pool.warnOfMissing();
            if (core.simulated != null) {
                core.simulated.learnCosts(core.pool.engines());
            }
            if (mayStartParked) {
                core.context.start();
            } else {
                core.context.usePolicy(configuration.policy(), configuration.policyProperties());
            }
            Consumer<BalancerChoice> begin = mayStartParked ? core.balancing::wish : core.balancing::use;
            configuration.balancer().ifPresent(begin);
            return runtime;
        } catch (Throwable refused) { // also what a plug-in should not throw: nobody else could end what has begun
            closeAfter(refused, runtime);
            throw refused;
        }
    }

    private static void closeAfter(Throwable refused, OwnedRuntime runtime) {
        try {
            runtime.close();
        } catch (Throwable thrown) {
            if (thrown != refused) {
                refused.addSuppressed(thrown);
            }
        }
    }

    @Override
    public void requestTermination() {
        core().lifetime.end();
        core().pool.unparkDriven();
    }

    @Override
    public void close() {
        RuntimeCore core = core();
        core.context.tasks().refuseWorkers("close the runtime");
        if (!core.lifetime.close()) {
            return;
        }
        ClosingSteps steps = new ClosingSteps();
        steps.perform(core.observers::closing); // first: threads that a debugger keeps may be waited for below
        steps.perform(core.pool::unparkDriven);
        steps.perform(core.pausing::endAll);
        steps.performForEach(core.contexts.all(), Context::wakeWorkers);
        steps.perform(core.registry::putTogether);
        LastTasks last =
                new LastTasks(core.contexts, core.pool, core.holds, core.clock, core.configuration.closingTimeout());
        steps.perform(() -> core.waits.untilFinished(() -> last.finish(core.loop)));
        steps.perform(core.traffic::endRecomputations);
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
        steps.perform(core.observers::end);
        steps.throwIfAnyFailed();
    }

    private void logUnreported() {
        TasksFailedException unreported = core().failures.take();
        if (unreported != null) {
            LOG.log(
                    Level.WARNING,
                    "a runtime was closed with failures that nobody asked for: {0}",
                    unreported.getMessage());
        }
        for (ScopeFailures scope : core().failures.scopes()) {
            LOG.log(
                    Level.WARNING,
                    "a runtime was closed before {0}, which has failures that nobody asked for: open it in a"
                            + " try-with-resources statement",
                    scope);
        }
    }

    /** Activates a balancer now or, if that is not possible, when it becomes available. */
    public void wishBalancer(BalancerChoice choice) {
        core().balancing.wish(choice);
    }

    @Override
    public String toString() {
        if (isClosed()) {
            return "closed runtime";
        }
        int workers = core().pool.engines().size();
        return "runtime with " + (workers == 1 ? "1 worker" : workers + " workers");
    }

    /** The worker of this runtime that the calling thread is, or null. */
    ContextWorker currentWorker() {
        return core().currentWorker();
    }

    boolean isClosed() {
        return core().lifetime.isClosed();
    }
}
