package org.asterism.core.internal.task;

import org.asterism.api.Access;
import org.asterism.api.TaskState;
import org.asterism.core.internal.data.Handle;

/**
 * Accesses that need more than a place in the order of the data, or none: to commute, to contribute to a reduction, to
 * use scratch or arbitrated memory, to read what nobody has written, or to give up the order.
 *
 * <p>All with the locks of the task's data.
 */
final class SpecialAccess {
    private SpecialAccess() {}

    /**
     * Whether an access needs more than a place in the order, or none; for reading and writing alone, that depends on
     * the data.
     */
    static boolean isSpecial(Job job, Handle handle, AccessOrder order, Access mode) {
        return mode != Access.R && mode != Access.W && mode != Access.RW
                || !order.isPlain()
                || isSaidUnordered(job, handle);
    }

    /** Whether a task takes no place in the order of data that keeps it apart from others. */
    static boolean isUnordered(Job job, Handle handle) {
        return AccessOrder.of(handle).isUnordered() || isSaidUnordered(job, handle);
    }

    private static boolean isSaidUnordered(Job job, Handle handle) {
        Particulars said = job.particulars();
        return said != null && said.isUnordered(handle);
    }

    /** Throws what there is to throw before the task has any place. */
    static void check(Job job, long walk, Accesses many) {
        Deadlock.refuseTurn(job);
        for (int step = 0; step < Accesses.size(job, walk, many); step++) {
            Handle handle = Accesses.handle(job, walk, many, step);
            AccessOrder order = AccessOrder.of(handle);
            Access mode = Accesses.mode(job, walk, many, step);
            if (order.isUnwritten() && readsContent(mode) && order.initialiser() == null) {
                throw new IllegalStateException(job + " reads " + handle.name()
                        + ", which no task submitted before it writes: write it first or give it an initialiser");
            }
            if (mode == Access.REDUX && !order.canBeReduced()) {
                throw new IllegalStateException(job + " contributes to " + handle.name()
                        + ", for which nobody has said how: call reduction(initialise, combine) on it before");
            }
            if (mode != Access.SCRATCH && isSaidUnordered(job, handle) && !order.isArbitrated()) {
                throw new IllegalStateException(job + " gives up its order on " + handle.name()
                        + ", on which tasks do not take turns: call arbitrated() on it before you submit tasks on it");
            }
        }
    }

    /** Whether there must be something to read; contributions begin with the neutral element. */
    private static boolean readsContent(Access mode) {
        return mode.reads() && mode != Access.REDUX;
    }

    /**
     * Lets what has to come before a task take its place: the job that puts contributions together, or the one that
     * writes what nobody has written.
     *
     * @return that job, whose submission is to be completed when the locks are not held any more, whether or not the
     *     task gets its own place; or null
     */
    static Job placeFirst(Job job, Handle handle, Access mode) {
        if (mode == Access.SCRATCH) {
            return null;
        }
        AccessOrder order = AccessOrder.of(handle);
        Job first = null;
        if (mode == Access.REDUX) {
            order.markContributed();
        } else {
            first = order.putTogether(job.priority(), mode.reads());
        }
        if (order.isUnwritten()) {
            first = readsContent(mode) ? initialisation(job, handle) : null;
            order.markWritten();
        }
        return first;
    }

    /**
     * Takes a task's place in the order of one of its data, or does without.
     *
     * @param first what has come before it, as {@link #placeFirst} says
     */
    static void place(Job job, Handle handle, Access mode, Job first) {
        if (mode == Access.SCRATCH) {
            return; // each worker has memory of its own to work in
        }
        AccessOrder order = AccessOrder.of(handle);
        if (isUnordered(job, handle)) {
            if (first != null) {
                order.terms().initialisation = first;
            }
            placeUnordered(job, order.terms());
        } else {
            order.place(job, mode);
        }
        if (first != null && order.isArbitrated()) {
            Progress.markTakesTurns(first);
        }
        if (TurnSet.isPart(order, mode)) {
            order.terms(); // where the turns are
            Progress.markTakesTurns(job);
        }
    }

    /** Other tasks may pass each other, but nobody reads what is not there. */
    private static void placeUnordered(Job job, Terms terms) {
        if (terms.initialisation != null) {
            Successors.addOrder(job, terms.initialisation);
            terms.initialisation = Progress.isSettled(terms.initialisation) ? null : terms.initialisation;
        }
        terms.addUnordered(job);
    }

    private static Job initialisation(Job reader, Handle handle) {
        AccessOrder order = AccessOrder.of(handle);
        Job initialisation = (Job) reader.host().context().task(order.initialiser());
        initialisation.assign(handle); // programs may have closed the data since the reader was submitted
        initialisation.priority(reader.priority());
        Progress.advance(initialisation, TaskState.CREATED, TaskState.SUBMITTED);
        order.placeAlone(initialisation);
        order.terms().initialisation = initialisation;
        return initialisation;
    }
}
