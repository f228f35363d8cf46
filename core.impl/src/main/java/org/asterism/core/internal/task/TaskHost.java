package org.asterism.core.internal.task;

import java.time.Duration;
import org.asterism.api.SchedulingContext;
import org.asterism.core.internal.access.Holds;
import org.asterism.api.TaskFailedException;

/** What a task needs of the scheduling context it belongs to. */
public interface TaskHost {
    /** The context as programs see it. */
    SchedulingContext context();

    /** Takes a task that was submitted, up to the point where it waits for others or is ready. */
    void submit(Job job);

    /** Takes a task that nothing stands in the way of any more; on the thread that removed the last obstacle. */
    void ready(Job job);

    /** Takes a task that is ready once more because its kernel has thrown and is to be tried again. */
    void again(Job job);

    /** Why a task that would repeat must not begin another round, or null. */
    CalledOff whyNoFurtherRound();

    /** Is told that a task was named as a predecessor before it was submitted. */
    void promised(Job job);

    /** Is told that a task was called off that was never submitted; it settles like the others. */
    void withdrawn(Job job);

    /** Is told that a task waits for work that is not the runtime's. */
    void waitsOutside(Outside obstacle);

    /** Is told that such work has ended. */
    void waitsOutsideNoMore(Outside obstacle);

    /** The places in the order of data that no task has. */
    Holds holds();

    /** Is told that a task has ended and that nothing more will happen to it. */
    void settled(Job job, boolean awaited);

    /** Wakes those who wait for something that is no task's end, or who are known to wait for a task that has ended. */
    void wake(boolean awaited);

    /** Keeps what a callback has thrown for the next report. */
    void report(Throwable failure);

    /** Keeps the failure of a task for the next report, and does what the context's mode of failure asks for. */
    void failed(TaskFailedException failure);

    /** Counts a task that failed because of another's failure; the first of them is kept for the next report. */
    void reportDependent(TaskFailedException failure);

    /** Waits until a task has settled; null waits without limit. */
    boolean await(Job job, Duration time) throws InterruptedException;

    /** Refuses to go on if the calling thread is a worker of this runtime. */
    void refuseWorkers(String what);

    /** Whether a task belongs to the same runtime. */
    boolean isSameRuntime(TaskHost other);
}
