package org.asterism.core.internal.context;

import org.asterism.api.Worker;
import org.asterism.core.internal.task.CalledOff;
import org.asterism.core.internal.task.Job;
import org.asterism.core.internal.task.Outside;

/**
 * Tasks of a context whose failures are handled apart from those of its other tasks. All else is left to the tasks of
 * the context, unless a subclass does more.
 */
abstract class ForwardingTasks extends RuntimeTasks {
    final ContextTasks context;

    ForwardingTasks(ContextTasks context) {
        super(context.home);
        this.context = context;
    }

    @Override
    final ContextTasks ofContext() {
        return context;
    }

    @Override
    CalledOff whyNotBegin() {
        return context.whyNotBegin();
    }

    @Override
    public final Context context() {
        return context.context();
    }

    @Override
    public final Context contextAtEnd() {
        return context.contextAtEnd();
    }

    @Override
    public void submit(Job job) {
        context.submit(job);
    }

    @Override
    public void placed(Job job) {
        context.placed(job);
    }

    @Override
    public void withdrawn(Job job) {
        context.withdrawn(job);
    }

    @Override
    public void ready(Job job) {
        context.ready(job);
    }

    @Override
    public final void schedule(Job job) {
        context.schedule(job);
    }

    @Override
    public final void again(Job job) {
        context.again(job);
    }

    @Override
    public CalledOff whyNoFurtherRound() {
        return context.whyNoFurtherRound();
    }

    @Override
    public final void promised(Job job) {
        context.promised(job);
    }

    @Override
    public void waitsOutside(Outside obstacle) {
        context.waitsOutside(obstacle);
    }

    @Override
    public final void waitsOutsideNoMore(Outside obstacle) {
        context.waitsOutsideNoMore(obstacle);
    }

    @Override
    public final void bind(Job job, Worker worker, long order) {
        context.bind(job, worker, order);
    }

    @Override
    public final void unbind(Job job, Worker worker, long order, boolean ended) {
        context.unbind(job, worker, order, ended);
    }

    @Override
    public final void ends(Job job) {
        context.ends(job);
    }

    @Override
    public final boolean hearsOfEnds() {
        return context.hearsOfEnds();
    }
}
