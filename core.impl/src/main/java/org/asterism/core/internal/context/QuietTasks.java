package org.asterism.core.internal.context;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import org.asterism.api.Codelet;
import org.asterism.api.TaskFailedException;
import org.asterism.core.internal.observation.SafeLog;
import org.asterism.core.internal.task.Job;

/**
 * Tasks of the core whose failures the core handles itself: programs do not hear of them. The tasks of a context do all
 * else, and count them.
 */
final class QuietTasks extends ForwardingTasks {
    private static final Logger LOG = System.getLogger(QuietTasks.class.getName());

    QuietTasks(ContextTasks context) {
        super(context);
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
    public void settled(Job job, boolean awaited) {
        context.ended(job, job.state(), awaited);
    }
}
