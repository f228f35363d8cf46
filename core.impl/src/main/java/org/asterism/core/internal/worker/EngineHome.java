package org.asterism.core.internal.worker;

import java.util.function.BooleanSupplier;
import org.asterism.api.Clock;
import org.asterism.api.TaskRuntime;
import org.asterism.core.internal.coherence.Traffic;
import org.asterism.core.internal.context.ContextWorker;
import org.asterism.core.internal.context.TaskOrigin;
import org.asterism.core.internal.observation.Observers;
import org.asterism.core.internal.prediction.Predictions;
import org.asterism.core.internal.task.Job;
import org.asterism.core.internal.team.Teamwork;
import org.asterism.core.internal.use.FormMaker;
import org.asterism.spi.driver.DeviceLostException;

/** The services that a worker needs from its runtime. */
public interface EngineHome {
    TaskRuntime runtime();

    Clock clock();

    /** Moves data to where workers need them. */
    Traffic traffic();

    /** Watches kernels that have a time limit. */
    Watchdog watchdog();

    /**
     * Is told by a worker that its device is lost. Does not wait: the worker, and all that share its memory, are taken
     * out later, on another thread.
     */
    void deviceLost(WorkerEngine worker, DeviceLostException lost);

    /**
     * Is told by a worker's thread that it ends although it was not to stop. Does not wait: the worker is taken out on
     * another thread.
     */
    void workerDied(WorkerEngine worker, Throwable thrown);

    Sleepers sleeping();

    /** Converts data of several forms for workers that cannot. */
    FormMaker forms();

    /** Learns from the tasks that run. */
    Predictions predictions();

    /** Takes a task that was given to a worker which belongs to no context just now, or null. */
    Job popOwn(ContextWorker worker, TaskOrigin origin);

    /**
     * Is told by a worker that it has just run out of tasks.
     *
     * @param mayBeTime whether to look if it is time for what is done now and then
     */
    void ranOutOfTasks(boolean mayBeTime);

    void stopped(WorkerEngine worker);

    /** The worker of this runtime that the calling thread is, or null. */
    WorkerEngine currentWorker();

    boolean isClosing();

    /**
     * Whether the runtime was asked to come to its end, which it has come to when {@link #haveAllEnded all tasks have}.
     */
    boolean isTerminating();

    boolean haveAllEnded();

    /**
     * Makes a thread that steps a worker sleep unless a condition holds that tasks can make true.
     *
     * @param condition checked by each thread that ends a task, which wakes the sleeping thread if it is true
     * @param sleep returns when the thread is woken
     */
    void sleepUnless(BooleanSupplier condition, Runnable sleep);

    /** Returns the virtual time of the core's operations on tasks; null in real time. */
    Costs costs();

    Teamwork teamwork();

    /** Whether an observer or the busy times of some context need the times of kernels. */
    boolean isTimed();

    Observers observers();
}
