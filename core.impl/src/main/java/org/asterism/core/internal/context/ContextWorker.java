package org.asterism.core.internal.context;

import java.util.Optional;
import java.util.function.Consumer;
import org.asterism.api.Task;
import org.asterism.core.internal.prediction.TimedWorker;
import org.asterism.core.internal.protocol.WorkerLocking;
import org.asterism.core.internal.protocol.WorkerProtocol;
import org.asterism.core.internal.task.Job;

/** The services that a context needs from its workers. */
public interface ContextWorker extends TimedWorker {
    /** From where this worker passes the gate of a context, or null if it does not belong to it. */
    GateSlot slot(Context context);

    /** Its states that others depend on. */
    WorkerProtocol protocol();

    WorkerLocking locking();

    void join(Context context);

    void leave(Context context);

    /** Whether the worker is within a scheduling operation; by the worker itself. */
    boolean isScheduling();

    /** Defers an action to the end of the worker's current scheduling operation. The worker itself runs it. */
    void defer(Runnable change, String what);

    /** Is told that the order has changed in which it looks into its contexts. */
    void ranksChanged();

    boolean isAsleep();

    /** Whether its device is lost, so that it takes no tasks any more and will be taken out soon. */
    default boolean isLost() {
        return false;
    }

    /**
     * Shows a task that it begins as soon as it takes it, unless something stands in the way or somebody hears of what
     * is in between. By the worker itself.
     *
     * @return whether it shows the task
     */
    default boolean announceBegin(Job job) {
        return false;
    }

    /** Shows the task of {@link #announceBegin} no longer, since the worker did not get it. */
    default void withdrawBegin() {
        throw new IllegalStateException(this + " has announced no task");
    }

    /** Whether its unit cannot run all codelets of its architecture, which policies learn of restricted tasks only. */
    default boolean hasChoice() {
        return false;
    }

    /** Returns why its unit lacks a task's codelet, in a phrase; empty if it has it, or does not say. */
    default Optional<String> refusal(Task task) {
        return Optional.empty();
    }

    /** Wakes it to look for a task in a context; false if it did not sleep. */
    boolean wakeUp(Context counting);

    /**
     * Whether it has just ended a task, is about to pop and has not been counted on yet: it stands for one of the tasks
     * that it released itself.
     *
     * @param counting the context in which it shall pop that
     */
    boolean takeCredit(Context counting);

    /** {@link #wakeUp} for a task that was given to this worker: it is not counted on to look into the policy. */
    boolean wakeForOwnTask();

    /** The tasks that were given to it, or null if none ever was. */
    BoundTasks boundTasks();

    /** {@link #boundTasks}, made if need be. */
    BoundTasks makeBoundTasks();

    /** Visits the tasks that it has taken, or is about to take, and that have not ended; a glance. */
    void forEachUnderWay(Consumer<Job> visitor);

    /** The task it runs, or null; a glance for people. */
    Job glance();
}
