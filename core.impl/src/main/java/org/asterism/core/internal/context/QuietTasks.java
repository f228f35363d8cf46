package org.asterism.core.internal.context;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import org.asterism.api.Codelet;
import org.asterism.api.TaskFailedException;
import org.asterism.api.Worker;
import org.asterism.core.internal.observation.SafeLog;
import org.asterism.core.internal.task.CalledOff;
import org.asterism.core.internal.task.Job;
import org.asterism.core.internal.task.Outside;

/**
 * Tasks of the core whose failures the core handles itself: programs do not hear of them. The tasks of a context do all
 * else, and count them.
 */
final class QuietTasks extends RuntimeTasks {
    private static final Logger LOG = System.getLogger(QuietTasks.class.getName());

    private final ContextTasks context;

    QuietTasks(ContextTasks context) {
        super(context.home);
        this.context = context;
    }

    @Override
    ContextTasks ofContext() {
        return context;
    }

    @Override
    CalledOff whyNotBegin() {
        return context.whyNotBegin();
    }

    @Override
    public Context context() {
        return context.context();
    }

    @Override
    public Context contextAtEnd() {
        return context.contextAtEnd();
    }

    @Override
    public Job task(Codelet codelet) {
        return new Job(this, codelet, home.nextTaskId());
    }

    @Override
    public boolean hasWorkerFor(Job job) {
        for (ContextWorker worker : context().members()) {
            if (!worker.isLost() && worker.canExecute(job)) {
                return true;
            }
        }
        return false;
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
    public void schedule(Job job) {
        context.schedule(job);
    }

    @Override
    public void again(Job job) {
        context.again(job);
    }

    @Override
    public CalledOff whyNoFurtherRound() {
        return context.whyNoFurtherRound();
    }

    @Override
    public void promised(Job job) {
        context.promised(job);
    }

    @Override
    public void waitsOutside(Outside obstacle) {
        context.waitsOutside(obstacle);
    }

    @Override
    public void waitsOutsideNoMore(Outside obstacle) {
        context.waitsOutsideNoMore(obstacle);
    }

    @Override
    public void bind(Job job, Worker worker, long order) {
        context.bind(job, worker, order);
    }

    @Override
    public void unbind(Job job, Worker worker, long order, boolean ended) {
        context.unbind(job, worker, order, ended);
    }

    @Override
    public void report(Throwable failure) {
        SafeLog.log(LOG, Level.WARNING, "a task of the core could not be ended well", failure);
    }

    @Override
    public void failed(TaskFailedException failure) {
        // The core reads the failure of the task.
    }

    @Override
    public void reportDependent(TaskFailedException failure) {
        // The core reads the failure of the first task.
    }

    @Override
    public void ends(Job job) {
        context.ends(job);
    }

    @Override
    public void settled(Job job, boolean awaited) {
        context.ended(job, job.state(), awaited);
    }
}
