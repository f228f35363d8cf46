package org.asterism.core.internal.context;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import org.asterism.api.Codelet;
import org.asterism.api.FailureMode;
import org.asterism.api.SchedulingContext;
import org.asterism.api.Task;
import org.asterism.api.TaskScope;
import org.asterism.api.TasksFailedException;
import org.asterism.api.TasksStuckException;
import org.asterism.core.internal.protocol.DeferredInterrupt;
import org.asterism.core.internal.task.CalledOff;
import org.asterism.core.internal.task.Job;
import org.asterism.core.internal.task.RuntimeStage;

/** A scope as programs see it: its waits and its end. {@link ScopeTasks} has the operations for its tasks. */
final class Scope implements TaskScope {
    private final ScopeTasks tasks;
    private final ContextHome home;

    /** The scope in which it is nested, or null. */
    private final Scope outer;

    /** The open scopes nested in this one, the last first; guarded by itself. */
    private final Deque<Scope> nested = new ArrayDeque<>(0);

    Scope(String name, ContextTasks context, Scope outer) {
        this.outer = outer;
        home = context.home;
        tasks = new ScopeTasks(Objects.requireNonNull(name, "name"), context, this::cancelNested);
    }

    @Override
    public String toString() {
        return tasks.toString();
    }

    @Override
    public String name() {
        return tasks.name();
    }

    @Override
    public SchedulingContext context() {
        return tasks.context();
    }

    @Override
    public Task task(Codelet codelet) {
        tasks.requireOpen();
        return new Job(tasks, codelet, home.nextTaskId());
    }

    @Override
    public TaskScope openScope(String name) {
        tasks.requireOpen();
        Scope opened = new Scope(name, tasks.ofContext(), this);
        synchronized (nested) {
            nested.push(opened);
        }
        CalledOff why = tasks.cause(); // after it was added: this or cancelNested() notices the other
        if (why != null) {
            opened.cancelWithOuter(why);
        }
        return opened;
    }

    private void cancelNested(CalledOff why) {
        openScopes().forEach(each -> each.cancelWithOuter(why));
    }

    private void cancelWithOuter(CalledOff why) {
        tasks.cancel(CalledOff.byRuntime(
                this + " was cancelled with " + outer + ", in which it is nested: " + why.getMessage()));
    }

    private List<Scope> openScopes() {
        synchronized (nested) {
            return List.copyOf(nested);
        }
    }

    @Override
    public TaskScope onFailure(FailureMode mode) {
        tasks.onFailure(Objects.requireNonNull(mode, "mode"));
        return this;
    }

    @Override
    public void join() throws InterruptedException {
        join(null);
    }

    @Override
    public boolean join(Duration time) throws InterruptedException {
        tasks.refuseWorkers("wait for " + this);
        if (!await(time)) {
            return false;
        }
        TasksFailedException report = tasks.report();
        if (report != null) {
            throw report;
        }
        return true;
    }

    private boolean await(Duration time) throws InterruptedException {
        try {
            return home.awaitEnd(tasks, time);
        } catch (InterruptedException interrupted) {
            tasks.cancel(CalledOff.byRuntime(this + " was cancelled: thread '"
                    + Thread.currentThread().getName() + "' was interrupted while it waited"));
            tasks.callOffUnsubmitted();
            try {
                DeferredInterrupt.await(() -> home.awaitEnd(tasks, null));
            } catch (TasksStuckException stuck) {
                interrupted.addSuppressed(stuck);
            }
            throw interrupted;
        }
    }

    @Override
    public CompletionStage<TaskScope> completion() {
        RuntimeStage<TaskScope> stage = new RuntimeStage<>(host -> !tasks.isQuiescent() && tasks.isSameRuntime(host));
        tasks.whenQuiescent(() -> {
            TasksFailedException report = tasks.report();
            if (report == null) {
                stage.succeed(this);
            } else {
                stage.fail(report);
            }
        });
        return stage;
    }

    @Override
    public boolean cancel(String reason) {
        return tasks.cancel(CalledOff.byRuntime(this + " was cancelled: " + Objects.requireNonNull(reason, "reason")));
    }

    @Override
    public boolean isCancelled() {
        return tasks.cause() != null;
    }

    @Override
    public void close() {
        if (tasks.isClosed()) {
            return;
        }
        RuntimeException failure = closeNested();
        boolean areLeft = !tasks.isQuiescent();
        // Also if none is left: a task that another thread is about to submit must not begin.
        boolean isFirst = tasks.cancel(CalledOff.byRuntime(
                this + " was closed before its tasks had ended: call join() at the end of its block"));
        tasks.callOffUnsubmitted();
        try {
            if (!tasks.isQuiescent()) {
                tasks.refuseWorkers("wait for " + this);
                DeferredInterrupt.await(() -> home.awaitEnd(tasks, null));
            }
        } catch (RuntimeException refused) {
            throw both(refused, failure);
        }
        tasks.close();
        if (outer != null) {
            outer.closed(this);
        }
        failure = both(
                failure, isFirst && areLeft ? tasks.report() : tasks.failures().reportNew());
        if (failure != null) {
            throw failure;
        }
    }

    private void closed(Scope inner) {
        synchronized (nested) {
            nested.remove(inner);
        }
    }

    /** Closes the scopes nested in this one; returns what that has thrown, or null. */
    private RuntimeException closeNested() {
        RuntimeException failure = null;
        for (Scope each : openScopes()) {
            try {
                each.close();
            } catch (RuntimeException thrown) {
                failure = both(failure, thrown);
            }
        }
        return failure;
    }

    private static RuntimeException both(RuntimeException first, RuntimeException second) {
        if (first == null || second == null) {
            return first == null ? second : first;
        }
        first.addSuppressed(second);
        return first;
    }
}
