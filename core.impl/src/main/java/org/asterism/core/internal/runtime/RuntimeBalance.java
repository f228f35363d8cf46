package org.asterism.core.internal.runtime;

import java.util.List;
import org.asterism.api.Clock;
import org.asterism.api.Worker;
import org.asterism.api.model.Predictor;
import org.asterism.core.internal.balance.BalanceScene;
import org.asterism.core.internal.balance.LoopPace;
import org.asterism.core.internal.balance.Pace;
import org.asterism.core.internal.balance.ThreadPace;
import org.asterism.core.internal.context.Context;
import org.asterism.core.internal.observation.Observers;
import org.asterism.core.internal.plugin.Plugins;
import org.asterism.core.internal.worker.WorkerEngine;

/** A runtime as its balancing sees it. */
record RuntimeBalance(RuntimeCore core) implements BalanceScene {
    @Override
    public List<Context> contexts() {
        return core.contexts.all();
    }

    @Override
    public List<WorkerEngine> workers() {
        return core.pool.engines();
    }

    @Override
    public Clock clock() {
        return core.clock;
    }

    @Override
    public boolean isPaused() {
        return core.isPaused();
    }

    @Override
    public Predictor predictor() {
        return core.predictions;
    }

    @Override
    public Plugins plugins() {
        return core.plugins;
    }

    @Override
    public Observers observers() {
        return core.observers;
    }

    @Override
    public void handOver(Context from, Context to, List<Worker> workers) {
        core.contexts.handOver(from, to, workers);
    }

    @Override
    public Pace pace(long periodNanos, Runnable look) {
        return core.loop == null
                ? new ThreadPace(periodNanos, look)
                : new LoopPace(core.loop, core.clock, periodNanos, look);
    }

    @Override
    public void refusePolicies(String what) {
        core.contexts.all().forEach(each -> each.refusePolicies(what));
    }
}
