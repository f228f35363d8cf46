package org.asterism.core.internal.task;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.asterism.api.Access;
import org.asterism.core.internal.data.Handle;

/**
 * The order that accesses to data impose on tasks.
 *
 * <p>On each handle the tasks seem to run one after the other, in the order of their submission. Exceptions: readers
 * between two writers may run side by side, as may contributors to a reduction, and commuting tasks run in any order.
 * Scratch memory has no order. See {@link AccessOrder}.
 *
 * <p>A task takes its place on all its handles while they are all locked, in the order of their ids. So tasks that
 * several threads submit at the same time have one order, the same on each handle.
 */
public final class DataOrder {
    private DataOrder() {}

    /** Whether what looks like a task only stands between two groups of tasks; it is not to be shown to people. */
    public static boolean isJoin(Job job) {
        return Join.isOne(job);
    }

    /**
     * Takes a task's place in the order of each of its handles.
     *
     * @return the remaining work, to be done when no lock is held any more; null if there is none. If the task has got
     *     its place on a part of its data only, that work throws the exception that was thrown then
     * @throws IllegalStateException if a handle is closed, the task gives up its order where it must not, or reads what
     *     nobody has written; it has no place then
     * @throws IllegalArgumentException if the task names a handle twice with modes that do not go together; likewise
     */
    public static Remainder declare(Job job) {
        int count = job.dataCount();
        if (count == 0) {
            return null;
        }
        if (count == 1) {
            return declareOnOne(job);
        }
        if (count == 2 && job.data(0) != job.data(1)) {
            return declareOnTwo(job);
        }
        long walk = Accesses.walk(job);
        Accesses many = walk == Accesses.NONE ? Accesses.of(job) : null;
        Accesses.lock(job, walk, many);
        try {
            for (int index = 0; index < count; index++) {
                AccessOrder.of(job.data(index)).requireOpen(job.data(index));
            }
            boolean isSpecial = checkSpecial(job, walk, many);
            return placeAll(job, walk, many, isSpecial);
        } finally {
            Accesses.unlock(job, walk, many);
        }
    }

    /** Does so for one handle, without a walk. */
    private static Remainder declareOnOne(Job job) {
        Handle handle = job.data(0);
        Access mode = job.mode(0);
        AccessOrder order = AccessOrder.of(handle);
        order.lock();
        try {
            order.requireOpen(handle);
            if (SpecialAccess.isSpecial(job, handle, order, mode)) {
                return placeSpecial(job);
            }
            order.place(job, mode);
            return null;
        } finally {
            order.unlock();
        }
    }

    /** Takes the place of a task that names each of its few handles once, and uses some of them specially. */
    private static Remainder placeSpecial(Job job) {
        long walk = Accesses.walk(job);
        SpecialAccess.check(job, walk, null);
        return placeAll(job, walk, null, true);
    }

    /**
     * Does so for two handles, which most tasks with several have: without a walk, and each order is looked up once.
     */
    private static Remainder declareOnTwo(Job job) {
        Handle first = job.data(0);
        Handle second = job.data(1);
        AccessOrder order = AccessOrder.of(first);
        AccessOrder other = AccessOrder.of(second);
        boolean inOrder = first.id() < second.id();
        AccessOrder lower = inOrder ? order : other;
        AccessOrder higher = inOrder ? other : order;
        lower.lock();
        higher.lock();
        try {
            order.requireOpen(first);
            other.requireOpen(second);
            Access mode = job.mode(0);
            Access otherMode = job.mode(1);
            if (SpecialAccess.isSpecial(job, first, order, mode)
                    || SpecialAccess.isSpecial(job, second, other, otherMode)) {
                return placeSpecial(job);
            }
            try {
                order.place(job, mode);
                other.place(job, otherMode);
            } catch (RuntimeException | Error broken) { // it may have its place on the first
                return new Preceding(List.of(), broken);
            }
            return null;
        } finally {
            higher.unlock();
            lower.unlock();
        }
    }

    /**
     * Jobs that come before a task. They have taken their places, but their submission is not complete.
     *
     * @param failure the reason why the task has not got its place on all its data, or null
     */
    private record Preceding(List<Job> jobs, Throwable failure) implements Remainder {
        @Override
        public void complete() {
            jobs.forEach(job -> job.host().placed(job));
            Endings.rethrow(failure);
        }
    }

    /**
     * The remaining work for a task that begins another round.
     *
     * @param waiting the tasks that have waited for its former place, as {@link Successors#takeOrder} gives them
     * @param placed the remaining work for its new place, or null
     * @param failure the reason why the task has not got a new place, or null
     */
    private record Again(Object waiting, Remainder placed, Throwable failure) implements Remainder {
        @Override
        public void complete() {
            Successors.releaseOrder(waiting);
            Remainder.complete(placed);
            Endings.rethrow(failure);
        }
    }

    /**
     * Takes a task's place on all its data, or on a part of them.
     *
     * @return the remaining work, or null
     */
    private static Remainder placeAll(Job job, long walk, Accesses many, boolean isSpecial) {
        List<Job> before = null;
        try {
            for (int step = 0; step < Accesses.size(job, walk, many); step++) {
                Handle handle = Accesses.handle(job, walk, many, step);
                Access mode = Accesses.mode(job, walk, many, step);
                if (isSpecial) {
                    Job first = SpecialAccess.placeFirst(job, handle, mode);
                    before = add(before, first);
                    SpecialAccess.place(job, handle, mode, first);
                } else {
                    AccessOrder.of(handle).place(job, mode);
                }
            }
        } catch (RuntimeException | Error broken) { // those that come before it must begin all the same
            return new Preceding(before == null ? List.of() : before, broken);
        }
        return before == null ? null : new Preceding(before, null);
    }

    /** Refuses accesses that are special and not permitted; says whether any is special. */
    private static boolean checkSpecial(Job job, long walk, Accesses many) {
        boolean isSpecial = false;
        for (int index = 0; index < job.dataCount(); index++) {
            Handle handle = job.data(index);
            isSpecial |= SpecialAccess.isSpecial(job, handle, AccessOrder.of(handle), job.mode(index));
        }
        if (isSpecial) {
            SpecialAccess.check(job, walk, many);
        }
        return isSpecial;
    }

    private static List<Job> add(List<Job> before, Job placed) {
        if (placed == null) {
            return before;
        }
        List<Job> more = before == null ? new ArrayList<>(1) : before;
        more.add(placed);
        return more;
    }

    /**
     * Takes a new place for a task that begins another round. Its data may have been closed since it was submitted: the
     * thread that closes them waits for the task.
     *
     * @return the remaining work, to be done when no lock is held any more; it releases the tasks that have waited for
     *     the former place
     * @throws IllegalStateException if the task reads data that have no content any more; it keeps its former place
     *     then
     */
    public static Remainder declareAgain(Job job) {
        if (job.dataCount() == 0) {
            return null;
        }
        Remainder placed = null;
        Throwable failure = null;
        Object waiting;
        long walk = Accesses.walk(job);
        Accesses many = walk == Accesses.NONE ? Accesses.of(job) : null;
        Accesses.lock(job, walk, many);
        try {
            boolean isSpecial = checkSpecial(job, walk, many);
            waiting = Successors.takeOrder(job);
            try {
                for (int step = 0; step < Accesses.size(job, walk, many); step++) {
                    Accesses.order(job, walk, many, step).leavePlace(job);
                }
                placed = placeAll(job, walk, many, isSpecial);
            } catch (RuntimeException | Error broken) { // the tasks that were taken out must not wait for ever
                failure = broken;
            }
        } finally {
            Accesses.unlock(job, walk, many);
        }
        return new Again(waiting, placed, failure);
    }

    /**
     * Gives a job that reads the place of one that writes the same data, as if it had been placed just behind that: the
     * writers placed since wait for it as well, and those to come will. The writer has not ended, so none of them has
     * begun.
     *
     * @return false if the data are closed: somebody waits for the writer, and cannot be made to wait for another
     */
    public static boolean readOn(Job writer, Job reader, Handle handle) {
        AccessOrder order = AccessOrder.of(handle);
        order.lock();
        try {
            if (order.isClosed()) {
                return false;
            }
            Set<Job> behind = Collections.newSetFromMap(new IdentityHashMap<>());
            Successors.forEach(writer, next -> {
                if (!(next instanceof Job job)) {
                    return;
                }
                Access mode = Accesses.modeOf(job, handle);
                if (isJoin(job) || mode != null && mode.writes()) {
                    behind.add(job);
                } else if (mode != null) {
                    addWriters(job, handle, behind); // who waits for the readers does not wait for the writer itself
                }
            });
            behind.forEach(next -> Successors.addOrder(next, reader));
            order.readBehind(writer, reader);
            return true;
        } finally {
            order.unlock();
        }
    }

    private static void addWriters(Job reader, Handle handle, Set<Job> writers) {
        Successors.forEach(reader, next -> {
            Access mode = next instanceof Job job ? Accesses.modeOf(job, handle) : null;
            if (next instanceof Job job && (isJoin(job) || mode != null && mode.writes())) {
                writers.add(job);
            }
        });
    }

    /** Makes a task without data wait for other tasks. Called before it is submitted. */
    public static void placeBehind(Job job, Iterable<Job> others) {
        for (Job other : others) {
            Successors.addOrder(job, other);
        }
    }
}
