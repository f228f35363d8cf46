package org.asterism.core.internal.task;

import java.util.ArrayDeque;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import org.asterism.api.TaskState;
import org.asterism.core.internal.data.Handle;

/**
 * Grants turns on data where the order of submission does not separate tasks: to commuting tasks among themselves, and
 * to all tasks on arbitrated data.
 *
 * <p>A task takes its turn when it has no other obstacle, just before the scheduling policy gets it. It takes all its
 * turns at once or none, so tasks cannot block each other. It gives them back when it has ended. Tasks that wait for
 * their turn are served before the successors are released.
 *
 * <p><b>Fairness.</b> On each piece of data nobody passes a task that has waited there for longer, not even a reader
 * that could join the readers. A task that needs several pieces and finds one taken waits for that one only, and others
 * may take the rest meanwhile. So tasks without common data do not delay each other. Such a task could find another
 * piece taken again and again. So after {@value Waiter#PATIENCE} moves it waits in all its queues at once, and no later
 * task passes it in any.
 *
 * <p><b>No task is left behind.</b> A task that cannot have its turn is queued while all its data are locked. Its
 * obstacles are tasks that have their turn there, or have waited there for longer. Each obstacle is removed with the
 * same lock held, and the thread that removes it looks into that queue afterwards.
 *
 * <p><b>Threads.</b> Any thread. Tasks go to their policies on the thread that admits them, with no lock held.
 */
public final class Arbiter {
    private enum Outcome {
        HAS_ITS_TURN,
        STAYS,
        IS_NOT_HERE
    }

    private Arbiter() {}

    /**
     * Takes a task's turn on all its data; for a task that takes turns and that nothing else keeps.
     *
     * @return false if it has to wait: then {@link org.asterism.core.internal.task.TaskHost#schedule} gets it when it
     *     has its turn
     */
    public static boolean take(Job job) {
        TurnSet wanted = TurnSet.of(job);
        wanted.lock();
        try {
            Handle taken = wanted.firstTaken(null);
            if (taken == null) {
                wanted.takeAll();
                Progress.markHasTurns(job);
                return true;
            }
            TurnSet.turns(taken).add(new Waiter(job, wanted, taken));
            return false;
        } finally {
            wanted.unlock();
        }
    }

    /** Gives back what a task has, if it has its turn; before it lets go of its data. */
    public static void giveBack(Job job) {
        if (!Progress.hasTurns(job)) {
            return;
        }
        ArrayDeque<Handle> waitedFor = new ArrayDeque<>(1);
        TurnSet held = TurnSet.of(job);
        held.lock();
        try {
            Progress.clearHasTurns(job);
            for (int index = 0; index < held.size(); index++) {
                Turns turns = held.turns(index);
                Throwable corruption = turns.giveBack();
                if (corruption != null) {
                    held.handle(index).markCorrupt(corruption);
                }
                if (turns.first() != null) {
                    waitedFor.add(held.handle(index));
                }
            }
        } finally {
            held.unlock();
        }
        serve(waitedFor);
    }

    /**
     * Takes a task out that waits for its turn and was called off. The data that it was to write are marked under the
     * same locks, so no task that stood behind it sees them unmarked. Any thread, whatever becomes of the task
     * meanwhile.
     *
     * @return true if it waited: the caller has to call {@link Completion#endCalledOff}; false if it has its turn, or
     *     has not come this far
     */
    public static boolean leave(Job job) {
        Waiter waiter = find(job);
        if (waiter == null) {
            return false;
        }
        ArrayDeque<Handle> left = new ArrayDeque<>(1);
        waiter.wanted.lock();
        try {
            if (waiter.at == null) {
                return false;
            }
            removeFromQueues(waiter, null, left);
            if (Completion.spoilsItsData(job, TaskState.SUBMITTED, job.poison())) {
                markWritten(job, waiter.wanted);
            }
        } finally {
            waiter.wanted.unlock();
        }
        serve(left);
        return true;
    }

    /**
     * Marks data that a task was to write which has ended without having waited for its turn; see
     * {@link #markBehindTurns}.
     */
    static void markCorrupt(Handle handle, Throwable cause) {
        AccessOrder order = AccessOrder.of(handle);
        order.lock();
        try {
            markBehindTurns(handle, cause);
        } finally {
            order.unlock();
        }
    }

    private static Waiter find(Job job) {
        for (Handle handle : job.dataSnapshot()) {
            Waiter waiter = ask(handle, turns -> turns.waiterOf(job), null);
            if (waiter != null) {
                return waiter;
            }
        }
        return null;
    }

    /** Asks the turns on some data while they are locked; returns the other answer if nobody ever had to take one. */
    private static <T> T ask(Handle handle, Function<Turns, T> question, T otherwise) {
        AccessOrder order = AccessOrder.of(handle);
        order.lock();
        try {
            Turns turns = order.turns();
            return turns == null ? otherwise : question.apply(turns);
        } finally {
            order.unlock();
        }
    }

    /** The tasks that wait for their turn on some data, and perhaps on others; a snapshot. */
    public static List<Job> waiting(Handle handle) {
        return ask(handle, Turns::waiting, List.<Waiter>of()).stream()
                .map(waiter -> waiter.job)
                .toList();
    }

    /** Calls back with the data that a task takes its turn on; nothing if it has ended meanwhile. Any thread. */
    public static void forEachTurn(Job job, Consumer<Handle> visitor) {
        if (Progress.takesTurns(job)) {
            job.forEachAccess((handle, mode) -> {
                if (TurnSet.isPart(AccessOrder.of(handle), mode)) {
                    visitor.accept(handle);
                }
            });
        }
    }

    /** Lets those have their turn who can, on data where somebody has given back or left. */
    private static void serve(ArrayDeque<Handle> handles) {
        for (Handle handle = handles.poll(); handle != null; handle = handles.poll()) {
            for (Waiter waiter = first(handle); waiter != null; ) {
                Outcome outcome = retry(waiter, handle, handles);
                if (outcome == Outcome.HAS_ITS_TURN) {
                    waiter.job.host().schedule(waiter.job);
                }
                waiter = outcome == Outcome.STAYS ? null : first(handle);
            }
        }
    }

    private static Waiter first(Handle handle) {
        AccessOrder order = AccessOrder.of(handle);
        order.lock();
        try {
            return order.turns().first();
        } finally {
            order.unlock();
        }
    }

    private static Outcome retry(Waiter waiter, Handle handle, ArrayDeque<Handle> left) {
        TurnSet wanted = waiter.wanted;
        wanted.lock();
        try {
            if (waiter.at == null || waiter.at != handle && !waiter.isImpatient()) {
                return Outcome.IS_NOT_HERE; // another thread has seen to it
            }
            if (wanted.isTaken(waiter.at, waiter)) {
                return Outcome.STAYS;
            }
            Handle taken = wanted.firstTaken(waiter);
            if (taken != null) {
                return sendTo(taken, waiter);
            }
            removeFromQueues(waiter, handle, left);
            wanted.takeAll();
            Progress.markHasTurns(waiter.job);
            return Outcome.HAS_ITS_TURN;
        } finally {
            wanted.unlock();
        }
    }

    // With the locks of all data that a task takes its turn on.

    private static void markWritten(Job job, TurnSet wanted) {
        job.forEachAccess((handle, mode) -> {
            if (mode.writes() && wanted.mode(handle) != null) {
                markBehindTurns(handle, job.poison());
            } else if (mode.writes()) {
                handle.markCorrupt(job.poison());
            }
        });
    }

    /**
     * Marks data as if a task had written them badly whose turn comes after those of the tasks that have theirs: these
     * do not see the mark, and do not overwrite it. No task joins them until they have given their turn back.
     */
    private static void markBehindTurns(Handle handle, Throwable cause) {
        Turns turns = TurnSet.turns(handle);
        if (turns == null || !turns.corruptLater(cause)) {
            handle.markCorrupt(cause);
        }
    }

    private static Outcome sendTo(Handle taken, Waiter waiter) {
        boolean stoodInAll = waiter.isImpatient();
        Handle former = waiter.at;
        waiter.sendTo(taken);
        if (stoodInAll) {
            return Outcome.STAYS;
        }
        if (!waiter.isImpatient()) {
            TurnSet.turns(former).remove(waiter);
            TurnSet.turns(taken).add(waiter);
            return Outcome.IS_NOT_HERE;
        }
        for (int index = 0; index < waiter.wanted.size(); index++) {
            waiter.wanted.turns(index).add(waiter);
        }
        return Outcome.STAYS;
    }

    /** Takes a waiter out of its queues; those in which others stand are noted, but for one that is being served. */
    private static void removeFromQueues(Waiter waiter, Handle served, ArrayDeque<Handle> left) {
        waiter.at = null;
        for (int index = 0; index < waiter.wanted.size(); index++) {
            Turns turns = waiter.wanted.turns(index);
            Handle handle = waiter.wanted.handle(index);
            if (turns.remove(waiter) && handle != served && turns.first() != null) {
                left.add(handle);
            }
        }
    }
}
