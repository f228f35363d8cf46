package org.asterism.core.internal.context;

import java.time.Duration;
import org.asterism.api.Codelet;
import org.asterism.api.TasksStuckException;
import org.asterism.core.internal.observation.Observers;
import org.asterism.core.internal.task.CalledOff;
import org.asterism.core.internal.task.Completion;
import org.asterism.core.internal.task.Job;
import org.asterism.core.internal.task.TagBoard;
import org.asterism.core.internal.task.TaskHost;
import org.asterism.core.internal.use.CutOrder;

/** The part of a task's host that is the same in all contexts of a runtime. */
abstract class RuntimeTasks implements TaskHost {
    final ContextHome home;

    RuntimeTasks(ContextHome home) {
        this.home = home;
    }

    /** Returns the tasks of the context that they were made for. */
    abstract ContextTasks ofContext();

    /** Returns the reason why a task that a worker has taken must not begin, or null. */
    abstract CalledOff whyNotBegin();

    @Override
    public final boolean runsTasks() {
        return true;
    }

    @Override
    public final long architectures(Codelet codelet) {
        return home.machine().architectures(codelet);
    }

    @Override
    public final void holdBegins() {
        home.machine().holdBegins();
    }

    @Override
    public final void placeAgain(Job job) {
        CutOrder.declareAgain(job, home.holds());
    }

    @Override
    public final Observers observers() {
        return home.observers();
    }

    @Override
    public final TagBoard tags() {
        return home.tags();
    }

    @Override
    public final void wake(Job ended, boolean awaited) {
        home.settled(ended, awaited, home.currentWorker());
    }

    @Override
    public final boolean await(Job job, Duration time) throws InterruptedException {
        return home.await(job, time);
    }

    @Override
    public final TasksStuckException standing() {
        return home.standing();
    }

    @Override
    public final void refuseWorkers(String what) {
        ContextWorker current = home.currentWorker();
        if (current != null) {
            throw new IllegalStateException(current.name() + " must not " + what
                    + " from a kernel or callback, since workers do not wait: use after(...) or onCompletion(...)");
        }
        if (Completion.isUnderWay()) {
            throw new IllegalStateException("a callback must not " + what
                    + ", since the thread that calls it has tasks to end still: use after(...) or onCompletion(...)");
        }
    }

    @Override
    public final boolean isSameRuntime(TaskHost other) {
        return other instanceof RuntimeTasks tasks ? tasks.home == home : other.isSameRuntime(this);
    }
}
