package org.asterism.core.internal.task;

import java.util.function.BiPredicate;
import org.asterism.api.Access;
import org.asterism.api.TaskState;
import org.asterism.core.internal.data.Handle;

/**
 * Detects circles of waits that lead through data and through named predecessors, and can never end. It checks just
 * before the last part of a circle is made.
 *
 * <p>If two threads make the last two parts at the same moment, it may miss the circle. Threads that wait for the tasks
 * are notified then.
 */
final class Deadlock {
    private Deadlock() {}

    /**
     * Refuses to make a task, which has its turn on data until it ends, end after one that needs its turn on them.
     *
     * @throws IllegalArgumentException that names both tasks and the data
     */
    static void refuseEnding(Job holder, Job other) {
        if (Successors.isClosed(other)) {
            return;
        }
        Handle taken = takenFrom(holder, other);
        if (taken != null) {
            throw new IllegalArgumentException(holder + " cannot end after " + other + ", which takes its turn on "
                    + taken.name() + ": " + holder + " has its turn there until it ends. Give " + other
                    + " other data, or leave out endAfter");
        }
    }

    /**
     * Refuses to place a task that needs its turn on data, if one that ends after it has its turn on them.
     *
     * @throws IllegalStateException that names both tasks and the data
     */
    static void refuseTurn(Job other) {
        if (Successors.isEmpty(other)) {
            return;
        }
        Successors.forEachNamed(other, holder -> {
            Handle taken = takenFrom(holder, other);
            if (taken != null) {
                throw new IllegalStateException(other + " would never get its turn on " + taken.name() + ": " + holder
                        + " ends after it, and has its turn there until then. Give " + other
                        + " other data, or cancel it");
            }
        });
    }

    /** Whether a task that has its turn will not give it back before it ends, though it may repeat. */
    static boolean keepsItsTurn(Job holder) {
        Particulars said = holder.particulars();
        return said == null
                || !holder.repeats()
                || Progress.endsLater(holder) && said.ending().hasReturned();
    }

    /** The data on which a task has its turn until it ends, and keeps another from it; null if there are none. */
    private static Handle takenFrom(Job holder, Job other) {
        return Progress.hasTurns(holder) && !holder.repeats()
                ? shared(holder, other, Deadlock::excludes, (data, mode) -> TurnSet.isPart(AccessOrder.of(data), mode))
                : null;
    }

    /**
     * Returns the reason why a task must not begin another round, or null: it would come behind a task on its data that
     * waits for its end. Before the task takes its new place.
     */
    static IllegalStateException ofRound(Job repeating) {
        if (Successors.isEmpty(repeating)) {
            return null;
        }
        IllegalStateException[] why = {null};
        Successors.forEachNamed(repeating, waiting -> {
            if (waiting.isUnplaced() || waiting.state().isFinal() || waiting.state() == TaskState.CREATED) {
                return;
            }
            Handle common = shared(
                    repeating,
                    waiting,
                    (one, next) -> excludes(one, next) && !(one == Access.COMMUTE && next == Access.COMMUTE),
                    (data, mode) ->
                            !SpecialAccess.isUnordered(repeating, data) && !SpecialAccess.isUnordered(waiting, data));
            if (common != null) {
                why[0] = new IllegalStateException("another round of " + repeating
                        + " could never begin: it would come behind "
                        + waiting + " on " + common.name() + ", which waits for its last round. Submit " + waiting
                        + " when " + repeating + " has ended, or without after(...) and endAfter(...)");
            }
        });
        return why[0];
    }

    private static boolean excludes(Access one, Access other) {
        return one != Access.SCRATCH
                && other != Access.SCRATCH
                && !(one == other && (one == Access.R || one == Access.REDUX));
    }

    /** Data that two tasks use, in modes and in ways that satisfy conditions; or null. */
    private static Handle shared(
            Job one, Job other, BiPredicate<Access, Access> modes, BiPredicate<Handle, Access> way) {
        Handle[] found = {null};
        one.forEachAccess((data, mode) -> other.forEachAccess((same, otherMode) -> {
            if (data == same && modes.test(mode, otherMode) && way.test(data, mode) && way.test(data, otherMode)) {
                found[0] = data;
            }
        }));
        return found[0];
    }
}
