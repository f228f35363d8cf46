package org.asterism.core.internal.context;

import java.time.Duration;
import org.asterism.api.Clock;
import org.asterism.core.internal.access.Holds;
import org.asterism.core.internal.plugin.Plugins;
import org.asterism.core.internal.tag.TagBoard;
import org.asterism.core.internal.task.Job;
import org.asterism.spi.policy.DataPlacement;

/** What a context needs of its runtime. */
public interface ContextHome {
    Clock clock();

    Plugins plugins();

    /** The places in the order of data that no task has. */
    Holds holds();

    /** Where data are, for policies. */
    DataPlacement placement();

    /** The worker of this runtime that the calling thread is, or null. */
    ContextWorker currentWorker();

    /** How many workers sleep or are about to. */
    int sleepers();

    long nextTaskId();

    TagBoard tags();

    /** Refuses tasks from outside once the runtime is closed. */
    void requireOpen();

    /** Whether the runtime is closed or about to be. */
    boolean isClosed();

    /** Whether workers are kept from taking tasks; asked by a worker that is about to. */
    boolean isPaused();

    /** Is told that a task has ended. */
    void settled(boolean awaited);

    boolean await(Job job, Duration time) throws InterruptedException;

    /** Waits until a context's tasks have ended; false if the time, null for ever, was over first. */
    boolean awaitEnd(Context context, Duration time) throws InterruptedException;

    /** Waits until few tasks of a context are left. */
    void awaitAtMost(Context context, long tasks) throws InterruptedException;

    /** Lets the calling thread, which is about to submit a task, wait until few tasks are left, if it may wait. */
    void makeRoom(Context context, long tasks);

    /** Ends a context that has no tasks any more; refuses the default context. */
    void end(Context context);

    /** Refuses to end the default context. */
    boolean isDefault(Context context);
}
