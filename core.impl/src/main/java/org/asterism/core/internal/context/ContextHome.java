package org.asterism.core.internal.context;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.asterism.api.Clock;
import org.asterism.api.CombinedWorker;
import org.asterism.api.TaskGraph;
import org.asterism.api.TasksStuckException;
import org.asterism.api.Worker;
import org.asterism.api.model.Predictor;
import org.asterism.core.internal.observation.Observers;
import org.asterism.core.internal.plugin.Plugins;
import org.asterism.core.internal.task.CalledOff;
import org.asterism.core.internal.task.Job;
import org.asterism.core.internal.task.TagBoard;
import org.asterism.core.internal.use.Holds;
import org.asterism.spi.policy.DataPlacement;

/** The services that a context needs from its runtime. */
public interface ContextHome {
    Clock clock();

    Plugins plugins();

    /** The places in the order of data that no task has. */
    Holds holds();

    /** Returns the architectures on which tasks can run and the costs of the core's operations on them. */
    MachineModel machine();

    Relations relations();

    DataPlacement placement();

    Predictor predictor();

    TaskGraph graph();

    /** Returns the structure of the machine, for policies. */
    MachineTopology topology();

    long seed();

    Observers observers();

    /** The combinations of the runtime's workers that it has found; the same list as long as they are the same. */
    List<CombinedWorker> combinedWorkers();

    /** The workers of a list, the nearest to one of them first. */
    List<Worker> nearest(Worker worker, List<Worker> workers);

    List<? extends ContextWorker> workers();

    /** The worker of this runtime that the calling thread is, or null. */
    ContextWorker currentWorker();

    /** Makes workers measure how long tasks run, for the contexts whose times somebody has asked for. */
    void measureBusyTimes();

    int sleepers();

    /** The id of the first worker, from an id on and of some architectures, that may sleep; -1 if there is none. */
    int nextSleeper(long architectures, int from);

    long nextTaskId();

    /**
     * Calls off the tasks of a context that have not begun, and reports that to the threads that wait; says how many.
     */
    long cancelTasks(Context context, CalledOff why);

    TagBoard tags();

    /** Refuses tasks from outside once the runtime is closed. */
    void requireOpen();

    /** Whether the runtime is closed, about to be, or asked to come to its end. */
    boolean isTerminating();

    /** Whether workers are kept from taking tasks; asked by a worker that is about to. */
    boolean isPaused();

    /**
     * Is told that a task has ended.
     *
     * @param awaited whether a thread waits for it
     * @param current the worker that the calling thread is, or null
     */
    void settled(Job job, boolean awaited, ContextWorker current);

    boolean await(Job job, Duration time) throws InterruptedException;

    /** Last exception of a waiting thread about stuck tasks, if nothing has changed since; otherwise null. */
    TasksStuckException standing();

    /**
     * Waits until a context's tasks have ended, and those of the contexts nested in it; false if the time, null for
     * ever, was over first.
     */
    boolean awaitEnd(Context context, Duration time) throws InterruptedException;

    /** Waits until the tasks of a scope have ended; false if the time, null for ever, was over first. */
    boolean awaitEnd(ScopeTasks scope, Duration time) throws InterruptedException;

    /** Scopes with failures that no thread has heard of; any thread may change it. */
    Set<ScopeFailures> unreportedScopes();

    /** Is told that the last task of a scope has ended for which a thread may wait. */
    void ended(ScopeTasks scope);

    /** Waits until the tasks of a context that is being closed have ended, and gives up kernels that do not return. */
    void awaitClosing(Context context) throws InterruptedException;

    void awaitAtMost(Context context, long tasks) throws InterruptedException;

    /** Lets the calling thread, which is about to submit a task, wait until few tasks are left, if it may wait. */
    void makeRoom(Context context, long tasks);

    /** Is told that a change of a context's policy or workers has ended. */
    default void contextChanged() {}

    /**
     * Is told at the end of a change, with the context's lock for changes held, of a policy that may hold its tasks
     * back until a program waits: it has just come into charge, or was not told of a wait during the change.
     *
     * @param isOwed whether it is to be told in any case
     */
    default void mayHoldBack(Context context, boolean isOwed) {}

    /** Is told that a task which a worker had taken waits for one once more. */
    default void cameAgain() {}
}
