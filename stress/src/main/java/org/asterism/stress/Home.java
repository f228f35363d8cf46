package org.asterism.stress;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.asterism.api.Clock;
import org.asterism.api.CombinedWorker;
import org.asterism.api.ContextDescription;
import org.asterism.api.TaskGraph;
import org.asterism.api.TaskRuntime;
import org.asterism.api.TasksStuckException;
import org.asterism.api.Worker;
import org.asterism.api.model.ModelSettings;
import org.asterism.api.model.Predictor;
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
import org.asterism.core.internal.observation.Observers;
import org.asterism.core.internal.plugin.Plugins;
import org.asterism.core.internal.plugin.PolicyPlugin;
import org.asterism.core.internal.prediction.Predictions;
import org.asterism.core.internal.task.CalledOff;
import org.asterism.core.internal.task.Job;
import org.asterism.core.internal.task.TagBoard;
import org.asterism.core.internal.team.Teamwork;
import org.asterism.core.internal.use.FormMaker;
import org.asterism.core.internal.use.Holds;
import org.asterism.core.internal.worker.Costs;
import org.asterism.core.internal.worker.EngineHome;
import org.asterism.core.internal.worker.Sleepers;
import org.asterism.core.internal.worker.Watchdog;
import org.asterism.core.internal.worker.WorkerEngine;
import org.asterism.spi.driver.DeviceLostException;
import org.asterism.spi.policy.DataPlacement;

/** The parts of a runtime that a context and its workers need: a policy with one central queue, and no threads. */
public final class Home implements ContextHome, EngineHome {
    private Traffic traffic;
    private final Plugins plugins = new Plugins();
    private final Sleepers sleepers = new Sleepers();
    private final Predictions predictions = new Predictions(ModelSettings.defaults(), List::of);
    private final Teamwork teamwork = new Teamwork();
    private final Observers observers = new Observers();
    private volatile boolean paused;

    /** Makes a home whose only policy is {@link Central}. */
    public Home() {
        plugins.add(new PolicyPlugin("central", "one queue", "stress", 0, Central::new));
    }

    /** Says what moves the data of its tasks; null at first, for tasks without data. */
    public void moveDataWith(Traffic given) {
        traffic = given;
    }

    /** Makes a context with that policy in charge. */
    public Context context() {
        return new Context(
                ContextDescription.named("stress").withPolicy("central").withFallbackPolicy(Optional.empty()),
                this,
                null);
    }

    @Override
    public Plugins plugins() {
        return plugins;
    }

    @Override
    public Holds holds() {
        return null;
    }

    @Override
    public FormMaker forms() {
        return null;
    }

    @Override
    public List<CombinedWorker> combinedWorkers() {
        return List.of();
    }

    @Override
    public Teamwork teamwork() {
        return teamwork;
    }

    @Override
    public Observers observers() {
        return observers;
    }

    @Override
    public DataPlacement placement() {
        return null;
    }

    @Override
    public Traffic traffic() {
        return traffic;
    }

    @Override
    public void deviceLost(WorkerEngine worker, DeviceLostException lost) {
        throw new IllegalStateException("no device is lost here", lost);
    }

    @Override
    public Watchdog watchdog() {
        throw new UnsupportedOperationException("no codelet of these tests has a time limit");
    }

    @Override
    public Predictions predictions() {
        return predictions;
    }

    @Override
    public Sleepers sleeping() {
        return sleepers;
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
    public Clock clock() {
        return System::nanoTime;
    }

    @Override
    public TaskRuntime runtime() {
        return null;
    }

    @Override
    public boolean isClosing() {
        return false;
    }

    @Override
    public boolean isTerminating() {
        return false;
    }

    @Override
    public boolean haveAllEnded() {
        return true;
    }

    @Override
    public void sleepUnless(BooleanSupplier mayGoOn, Runnable sleep) {
        if (!mayGoOn.getAsBoolean()) {
            sleep.run();
        }
    }

    @Override
    public WorkerEngine currentWorker() {
        return null;
    }

    @Override
    public long nextTaskId() {
        return 1;
    }

    @Override
    public TagBoard tags() {
        throw new UnsupportedOperationException("no task of these tests has a tag");
    }

    @Override
    public Job popOwn(ContextWorker worker, TaskOrigin origin) {
        return null;
    }

    @Override
    public void ranOutOfTasks(boolean mayBeTime) {
        // Nobody waits for all tasks.
    }

    @Override
    public void stopped(WorkerEngine worker) {
        // No context remembers it.
    }

    @Override
    public void requireOpen() {
        // It is never closed.
    }

    @Override
    public boolean isPaused() {
        return paused;
    }

    /** Keeps workers from taking tasks. */
    public void pause() {
        paused = true;
    }

    @Override
    public void settled(Job job, boolean awaited, ContextWorker current) {
        // Nobody waits for a task.
    }

    @Override
    public TasksStuckException standing() {
        return null;
    }

    @Override
    public boolean await(Job job, Duration time) {
        throw new UnsupportedOperationException("nobody waits in these tests");
    }

    @Override
    public void workerDied(WorkerEngine worker, Throwable thrown) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void awaitClosing(Context closing) {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean awaitEnd(ScopeTasks scope, Duration time) {
        throw new UnsupportedOperationException("nobody waits in these tests");
    }

    @Override
    public void ended(ScopeTasks scope) {
        throw new UnsupportedOperationException("nobody waits in these tests");
    }

    @Override
    public Set<ScopeFailures> unreportedScopes() {
        throw new UnsupportedOperationException("there are no scopes in these tests");
    }

    @Override
    public boolean awaitEnd(Context context, Duration time) {
        throw new UnsupportedOperationException("nobody waits in these tests");
    }

    @Override
    public void awaitAtMost(Context context, long tasks) {
        throw new UnsupportedOperationException("nobody waits in these tests");
    }

    @Override
    public long cancelTasks(Context context, CalledOff why) {
        throw new UnsupportedOperationException("nobody cancels tasks in these tests");
    }

    @Override
    public void makeRoom(Context context, long tasks) {
        throw new UnsupportedOperationException("nobody waits in these tests");
    }

    @Override
    public List<ContextWorker> workers() {
        return List.of();
    }

    @Override
    public Predictor predictor() {
        throw new UnsupportedOperationException("no policy of these tests predicts");
    }

    @Override
    public MachineTopology topology() {
        throw new UnsupportedOperationException("no policy of these tests asks for the machine");
    }

    @Override
    public TaskGraph graph() {
        throw new UnsupportedOperationException("no policy of these tests looks ahead");
    }

    @Override
    public long seed() {
        return 0;
    }

    @Override
    public List<Worker> nearest(Worker worker, List<Worker> workers) {
        return workers;
    }

    @Override
    public MachineModel machine() {
        return MachineModel.REAL;
    }

    @Override
    public Relations relations() {
        throw new UnsupportedOperationException("workers stay where they are in these tests, and no context ends");
    }

    @Override
    public Costs costs() {
        return null;
    }

    @Override
    public boolean isTimed() {
        return false;
    }

    @Override
    public void measureBusyTimes() {
        // Nobody looks at them.
    }
}
