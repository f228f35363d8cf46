package org.asterism.core.internal.task;

import java.time.Duration;
import org.asterism.api.Codelet;
import org.asterism.api.SchedulingContext;
import org.asterism.api.TaskFailedException;
import org.asterism.api.TasksStuckException;
import org.asterism.api.Worker;
import org.asterism.core.internal.observation.Observers;

/**
 * The services that a task needs from its scheduling context.
 *
 * <p>Some jobs are no tasks, but only places in the order of data. Their hosts omit the services that such jobs never
 * use.
 */
public interface TaskHost {
    /** The context as programs see it. */
    default SchedulingContext context() {
        throw isNoTask();
    }

    /** The context as programs see it of a task that has ended. */
    default SchedulingContext contextAtEnd() {
        return context();
    }

    /** Whether its jobs are tasks of programs. */
    default boolean runsTasks() {
        return false;
    }

    /**
     * Returns the architectures on which tasks of a codelet can run, as bits; as far as known before the tasks have
     * data.
     */
    default long architectures(Codelet codelet) {
        return codelet.architectureSet();
    }

    /** Returns a host for tasks of the core in the same context, whose failures programs do not hear of. */
    default TaskHost quiet() {
        throw isNoTask();
    }

    /** Makes a task of the core that is not submitted. */
    default Job task(Codelet codelet) {
        throw isNoTask();
    }

    /** Whether there is a worker now that can run a task. */
    default boolean hasWorkerFor(Job job) {
        throw isNoTask();
    }

    /** Takes a task that was submitted, up to the point where it waits for others or is ready. */
    default void submit(Job job) {
        throw isNoTask();
    }

    /** Takes a task that the core has submitted and that has its place in the order of its data already. */
    default void placed(Job job) {
        throw isNoTask();
    }

    /** Takes a task that nothing stands in the way of any more; on the thread that removed the last obstacle. */
    void ready(Job job);

    /** Takes a task that has its turn on all its data as well; on the thread that let it. */
    default void schedule(Job job) {
        throw isNoTask();
    }

    /** Takes a task that is ready once more because its kernel has thrown and is to be tried again. */
    default void again(Job job) {
        throw isNoTask();
    }

    /** Returns the reason why a task that would repeat must not begin another round, or null. */
    default CalledOff whyNoFurtherRound() {
        throw isNoTask();
    }

    /**
     * Is told that a task has to be found although no worker has it: a submitted task waits for it that may have its
     * place on data before, or it has its turn until others end.
     */
    default void promised(Job job) {
        throw isNoTask();
    }

    /** Is told that a task was called off that was never submitted; it settles like the others. */
    default void withdrawn(Job job) {
        throw isNoTask();
    }

    /** Is told that a submitted task waits for work that is not the runtime's. */
    default void waitsOutside(Outside obstacle) {
        throw isNoTask();
    }

    /** Is told that such work has ended. */
    default void waitsOutsideNoMore(Outside obstacle) {
        throw isNoTask();
    }

    /** Is told that work of the core begins that has a place in the order of data, as a task has. */
    default void holdBegins() {
        // Of interest only where that takes virtual time.
    }

    /**
     * Takes a new place in the order of its data for a task that begins another round, and releases those behind its
     * former one.
     */
    default void placeAgain(Job job) {
        throw isNoTask();
    }

    /** Is told that a task has ended, before those who wait for it go on. */
    default void ends(Job job) {
        // Of interest only where observers hear of it.
    }

    /** Whether {@link #ends} does something now. */
    default boolean hearsOfEnds() {
        return false;
    }

    /** Is told that a task has ended and that nothing more will happen to it. */
    void settled(Job job, boolean awaited);

    /** Wakes those who wait for a job that has ended and is no task. */
    default void wake(Job ended, boolean awaited) {
        throw isNoTask();
    }

    /** Keeps what a callback has thrown for the next report. */
    default void report(Throwable failure) {
        throw isNoTask();
    }

    /** Keeps the failure of a task for the next report, and does what the context's mode of failure asks for. */
    default void failed(TaskFailedException failure) {
        throw isNoTask();
    }

    /** Counts a task that failed because of another's failure; the first of them is kept for the next report. */
    default void reportDependent(TaskFailedException failure) {
        throw isNoTask();
    }

    /** Waits until a task has settled; null waits without limit. */
    default boolean await(Job job, Duration time) throws InterruptedException {
        throw isNoTask();
    }

    /**
     * Returns the last exception of a waiting thread about stuck tasks, if nothing has changed since; otherwise null.
     */
    default TasksStuckException standing() {
        throw isNoTask();
    }

    /** Refuses to go on if the calling thread is a worker of this runtime. */
    default void refuseWorkers(String what) {
        throw isNoTask();
    }

    /** The observers of the runtime. */
    default Observers observers() {
        throw isNoTask();
    }

    /** The tags of the runtime. */
    default TagBoard tags() {
        throw isNoTask();
    }

    /** Takes note that a task was given to a worker, with a number or 0; refuses what cannot be. */
    default void bind(Job job, Worker worker, long order) {
        throw isNoTask();
    }

    /** Takes note that a task is not the worker's any more: it was given to another, or has ended. */
    default void unbind(Job job, Worker worker, long order, boolean ended) {
        throw isNoTask();
    }

    /** Whether a task belongs to the same runtime. */
    boolean isSameRuntime(TaskHost other);

    /** Returns the exception of hosts whose jobs are no tasks and never use this method. */
    private static IllegalStateException isNoTask() {
        return new IllegalStateException("what only stands in the order of data is no task");
    }
}
