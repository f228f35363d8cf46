package org.asterism.core.internal.runtime;

import java.util.Optional;
import java.util.function.Predicate;
import org.asterism.api.Iteration;
import org.asterism.api.SchedulingContext;
import org.asterism.api.Task;
import org.asterism.api.Worker;
import org.asterism.api.observation.HeldTask;
import org.asterism.api.observation.RuntimeObserver;
import org.asterism.api.tree.TreeView;

/**
 * Passes the events of some contexts on to an observer: events about their tasks, workers and policies. It passes on no
 * events about data, because data belong to no context.
 */
final class ScopedObserver implements RuntimeObserver {
    private final RuntimeObserver observer;
    private final Predicate<SchedulingContext> isHere;
    private final Predicate<Worker> isMember;

    /**
     * Makes a filter.
     *
     * @param isHere whether a context is observed
     * @param isMember whether a worker belongs to an observed context
     */
    ScopedObserver(RuntimeObserver observer, Predicate<SchedulingContext> isHere, Predicate<Worker> isMember) {
        this.observer = observer;
        this.isHere = isHere;
        this.isMember = isMember;
    }

    private boolean isHere(Task task) {
        return isHere.test(task.context());
    }

    @Override
    public void submitted(Task task) {
        if (isHere(task)) {
            observer.submitted(task);
        }
    }

    @Override
    public void ready(Task task) {
        if (isHere(task)) {
            observer.ready(task);
        }
    }

    @Override
    public void pushed(Task task) {
        if (isHere(task)) {
            observer.pushed(task);
        }
    }

    @Override
    public void decided(Task task, Worker worker, double start, double length, double transfer, double joules) {
        if (isHere(task)) {
            observer.decided(task, worker, start, length, transfer, joules);
        }
    }

    @Override
    public void stored(Task task, SchedulingContext context, String component) {
        if (isHere.test(context)) {
            observer.stored(task, context, component);
        }
    }

    @Override
    public void popped(Task task, Worker worker, String policy) {
        if (isHere(task)) {
            observer.popped(task, worker, policy);
        }
    }

    @Override
    public void fetching(Task task, Worker worker) {
        if (isHere(task)) {
            observer.fetching(task, worker);
        }
    }

    @Override
    public void fetched(Task task, Worker worker) {
        if (isHere(task)) {
            observer.fetched(task, worker);
        }
    }

    @Override
    public void starting(Task task, Worker worker) {
        if (isHere(task)) {
            observer.starting(task, worker);
        }
    }

    @Override
    public void launched(Task task, Worker worker, long time) {
        if (isHere(task)) {
            observer.launched(task, worker, time);
        }
    }

    @Override
    public void executed(Task task, Worker worker, long begin, long end) {
        if (isHere(task)) {
            observer.executed(task, worker, begin, end);
        }
    }

    @Override
    public void tookPart(Task task, Worker worker, int rank, long begin, long end) {
        if (isHere(task)) {
            observer.tookPart(task, worker, rank, begin, end);
        }
    }

    @Override
    public void completed(Task task) {
        if (isHere(task)) {
            observer.completed(task);
        }
    }

    /** An iteration belongs to a thread, and the thread may submit to any context. */
    @Override
    public void iterationBegan(Iteration iteration) {
        observer.iterationBegan(iteration);
    }

    @Override
    public void iterationEnded(Iteration iteration) {
        observer.iterationEnded(iteration);
    }

    @Override
    public void callbackBegan(Task task) {
        if (isHere(task)) {
            observer.callbackBegan(task);
        }
    }

    @Override
    public void callbackEnded(Task task) {
        if (isHere(task)) {
            observer.callbackEnded(task);
        }
    }

    @Override
    public void slept(Worker worker) {
        if (isMember.test(worker)) {
            observer.slept(worker);
        }
    }

    @Override
    public void woke(Worker worker) {
        if (isMember.test(worker)) {
            observer.woke(worker);
        }
    }

    @Override
    public void policyChanged(SchedulingContext context, Optional<String> before, Optional<String> now) {
        if (isHere.test(context)) {
            observer.policyChanged(context, before, now);
        }
    }

    @Override
    public void treeChanged(SchedulingContext context, Optional<TreeView> tree) {
        if (isHere.test(context)) {
            observer.treeChanged(context, tree);
        }
    }

    @Override
    public void joined(Worker worker, SchedulingContext context) {
        if (isHere.test(context)) {
            observer.joined(worker, context);
        }
    }

    @Override
    public void left(Worker worker, SchedulingContext context) {
        if (isHere.test(context)) {
            observer.left(worker, context);
        }
    }

    @Override
    public void lost(Worker worker, Throwable cause) {
        if (isMember.test(worker)) {
            observer.lost(worker, cause);
        }
    }

    @Override
    public void held(HeldTask held) {
        if (isHere(held.task())) {
            observer.held(held);
        }
    }

    @Override
    public void continued(HeldTask held) {
        if (isHere(held.task())) {
            observer.continued(held);
        }
    }

    @Override
    public void closing() {
        observer.closing();
    }

    @Override
    public void closing(SchedulingContext context) {
        if (isHere.test(context)) {
            observer.closing(context);
        }
    }

    @Override
    public boolean isHolding() {
        return observer.isHolding();
    }
}
