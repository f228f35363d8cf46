package org.asterism.core.internal.task;

import java.time.Duration;
import org.asterism.api.SchedulingContext;
import org.asterism.api.Worker;

/** What a task needs of the scheduling context it belongs to. */
public interface TaskHost {
    /** The context as programs see it. */
    SchedulingContext context();

    /** Takes a task that was submitted, up to the point where it waits for others or is ready. */
    void submit(Job job);

    /** Takes a task that nothing stands in the way of any more; on the thread that removed the last obstacle. */
    void ready(Job job);

    /** Is told that a task was named as a predecessor before it was submitted. */
    void promised(Job job);

    /** Is told that a task has ended and that nothing more will happen to it. */
    void settled(Job job, boolean awaited);

    /** Keeps a failure for the next report. */
    void report(Throwable failure);

    /** Counts a task that did not run because of another's failure; the first of them is kept for the next report. */
    void reportDependent(Throwable failure);

    /** Waits until a task has settled; null waits without limit. */
    boolean await(Job job, Duration time) throws InterruptedException;

    /** Refuses to go on if the calling thread is a worker of this runtime. */
    void refuseWorkers(String what);

    /** Takes note that a task was given to a worker, with a number or 0; refuses what cannot be. */
    void bind(Job job, Worker worker, long order);

    /** Takes note that a task is not the worker's any more: it was given to another, or has ended. */
    void unbind(Job job, Worker worker, long order, boolean ended);

    /** Whether a task belongs to the same runtime. */
    boolean isSameRuntime(TaskHost other);
}
