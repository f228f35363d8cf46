package org.asterism.core.internal.worker;

import org.asterism.api.MemoryNode;
import org.asterism.api.TaskState;
import org.asterism.core.internal.coherence.ConversionElsewhereException;
import org.asterism.core.internal.coherence.RecomputationUnderWayException;
import org.asterism.core.internal.context.Context;
import org.asterism.core.internal.context.ContextWorker;
import org.asterism.core.internal.task.Completion;
import org.asterism.core.internal.task.Eligibility;
import org.asterism.core.internal.task.Job;
import org.asterism.core.internal.task.Shortage;
import org.asterism.core.internal.team.Team;
import org.asterism.core.internal.team.TeamMember;
import org.asterism.core.internal.use.FormMaker;
import org.asterism.spi.driver.DeviceLostException;

/**
 * Returns a task to its context if its worker cannot run or finish it. The task fails if no other worker can run it.
 *
 * <p>From a lost device it returns in two steps: its data are taken back, then the task is given back.
 *
 * <p>Used by the thread that steps the worker.
 */
final class TaskReturn {
    private final UnitWorker worker;

    /** Reason why the task is given up, while its data are taken back; else null. */
    private DeviceLostException loss;

    /** In which state it was then. */
    private TaskState from;

    TaskReturn(UnitWorker worker) {
        this.worker = worker;
    }

    /** A task is given up, since a device is lost. */
    void begin(TaskState now, DeviceLostException lost) {
        from = now;
        loss = lost;
    }

    boolean isOfBegunTask() {
        return from == TaskState.RUNNING;
    }

    /** Ends with the task out of the worker's hands; the state that it is in. */
    TaskState end() {
        loss = null;
        return from;
    }

    /**
     * Returns the reason why the task from the lost device has to fail, or null if it is given back. One that has not
     * begun always is: it waits for a worker.
     *
     * @param team the team that ran it, or null
     * @param obstacle the obstacle in its data, or null
     */
    Throwable whyFail(Job job, Team team, String obstacle) {
        if (!isOfBegunTask()) {
            return null;
        }
        String why = obstacle;
        if (why == null && !canOthersExecute(job, team)) {
            why = "no other worker of context '" + job.context().name() + "' can execute it";
        }
        if (why == null) {
            return null;
        }
        Object where = team == null ? worker.name() : team.members();
        return new IllegalStateException(
                loss.getMessage() + ". " + job + " was under way on " + where + " and cannot be run again: " + why,
                loss);
    }

    /**
     * Rules out the memory in which a task's data can never have room: why the task has to fail, or null if it is given
     * back.
     */
    Throwable whyFail(Job job, Team team, Shortage shortage) {
        Eligibility.exclude(job, shortage);
        if (canOthersExecute(job, team)) {
            Shortage.awaitEnd(job, shortage);
            return null;
        }
        return new IllegalStateException(
                job + " needs " + Shortage.list(Eligibility.shortages(job)) + ", and no other worker of context '"
                        + job.context().name()
                        + "' can execute it: give it smaller data, give the memory more room, or have the"
                        + " context and the codelet's implementations let a worker of a larger memory run it");
    }

    /**
     * Gives a task back when another worker has converted its data: the one that had it must not wait, another may wait
     * for it.
     */
    static void untilConverted(Job given, ConversionElsewhereException needed, FormMaker forms) {
        forms.make(needed.forms(), needed.form(), given.host()).whenComplete((nothing, failure) -> {
            if (failure == null) {
                Completion.comeAgain(given);
            } else {
                Completion.endWithoutRunning(given, TaskState.ACQUIRING, failure);
            }
        });
    }

    /** Gives a task back when lost data have been computed again, which takes a worker: this one perhaps. */
    static void untilRecomputed(Job given, RecomputationUnderWayException awaited) {
        awaited.end().thenRun(() -> Completion.comeAgain(given));
    }

    /** Whether a worker is left that can run a task: another one or, if a team had it, perhaps also this one. */
    private boolean canOthersExecute(Job asked, Team team) {
        for (ContextWorker other : Context.of(asked).members()) {
            if ((other != worker || team != null) && !isLost(other, team) && other.canExecute(asked)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Whether a worker is lost, or about to be told so, since it shares a device's memory with one of the task's that
     * is.
     */
    private boolean isLost(ContextWorker other, Team team) {
        if (other.isLost() || other.memoryNode() == MemoryNode.MAIN) {
            return other.isLost();
        }
        if (team == null) {
            return worker.isLost() && worker.memoryNode() == other.memoryNode();
        }
        for (TeamMember member : team.members()) {
            if (member.loss() != null && member.memoryNode() == other.memoryNode()) {
                return true;
            }
        }
        return false;
    }
}
