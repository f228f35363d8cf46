package org.asterism.core.internal.use;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.asterism.api.Access;
import org.asterism.core.internal.task.DataOrder;
import org.asterism.core.internal.task.Job;
import org.asterism.core.internal.task.Remainder;

/**
 * Gives a task its place in the order of its data if these are cut or may be cut.
 *
 * <p>Data that the task needs whole are put together before it, and data that it needs cut are cut before it.
 * {@link Holds} do both, and take their places before the task.
 */
public final class CutOrder {
    /** Of a task with no more data than this each is compared with each. */
    private static final int FEW = 16;

    private CutOrder() {}

    /** Whether a task uses data that are cut or may be. */
    private static boolean concerns(Job job) {
        for (int index = 0; index < job.dataCount(); index++) {
            if (Family.of(job.data(index)) != null) {
                return true;
            }
        }
        return false;
    }

    /**
     * Takes a task's place in the order of its data, as {@link DataOrder#declare} does.
     *
     * @return the remaining work, to be done when no lock is held any more; if this throws an exception, the task has
     *     no place
     * @throws IllegalArgumentException if the task uses data together that overlap, and writes some of them
     * @throws IllegalStateException if it uses data that are cut for as long as their partition is open, or are closed
     */
    public static Remainder declare(Job job, Holds holds) {
        return concerns(job) ? cutAndDeclare(job, holds, DataOrder::declare) : DataOrder.declare(job);
    }

    /** Takes the place of another round, as {@link DataOrder#declareAgain} does. */
    public static void declareAgain(Job job, Holds holds) {
        Remainder.complete(
                concerns(job) ? cutAndDeclare(job, holds, DataOrder::declareAgain) : DataOrder.declareAgain(job));
    }

    private static Switches cutAndDeclare(Job job, Holds holds, Function<Job, Remainder> order) {
        Map<Family, Access> members = members(job);
        List<Family> trees = trees(members.keySet());
        Switches switches = new Switches(holds);
        boolean isPlaced = false;
        trees.forEach(tree -> tree.lock().lock());
        try {
            refuseOverlaps(job, members);
            for (boolean writing : new boolean[] {true, false}) {
                members.forEach((member, mode) -> {
                    if (mode != Access.SCRATCH && mode.writes() == writing) {
                        switches.makeUsable(member, writing);
                    }
                });
            }
            switches.leave(order.apply(job));
            isPlaced = true;
        } finally {
            trees.reversed().forEach(tree -> tree.lock().unlock());
            if (!isPlaced) {
                switches.go(); // they have their places all the same
            }
        }
        return switches;
    }

    /**
     * Returns the mode with which a task uses each of its data that are part of a tree; SCRATCH only if it does not
     * need their content at all.
     */
    private static Map<Family, Access> members(Job job) {
        Map<Family, Access> members = new LinkedHashMap<>();
        for (int index = 0; index < job.dataCount(); index++) {
            Family member = Family.of(job.data(index));
            if (member != null) {
                members.merge(member, job.mode(index), CutOrder::both);
            }
        }
        return members;
    }

    private static Access both(Access one, Access other) {
        if (one == Access.SCRATCH) {
            return other;
        }
        return other == Access.SCRATCH ? one : one.and(other);
    }

    /** One member per tree, in the order of the ids of their roots, in which they are locked. */
    private static List<Family> trees(Collection<Family> members) {
        Map<Object, Family> byLock = new IdentityHashMap<>();
        for (Family member : members) {
            byLock.putIfAbsent(member.lock(), member);
        }
        List<Family> trees = new ArrayList<>(byLock.values());
        trees.sort(Comparator.comparingLong(tree -> tree.root().id()));
        return trees;
    }

    private static void refuseOverlaps(Job job, Map<Family, Access> members) {
        Overlaps overlaps = members.size() <= FEW ? null : new Overlaps(members.keySet());
        members.forEach((member, mode) -> {
            if (!mode.writes() || mode == Access.SCRATCH) {
                return;
            }
            if (member.origin() != null && member.origin().overlaps()) {
                throw new IllegalArgumentException(job + " writes " + member.handle()
                        + ", which shares elements with other children of "
                        + member.origin().parent() + ": such children can only be read");
            }
            if (overlaps == null || overlaps.concern(member)) {
                refuseOverlaps(job, members, member);
            }
        });
    }

    private static void refuseOverlaps(Job job, Map<Family, Access> members, Family written) {
        members.forEach((other, mode) -> {
            if (other != written && mode != Access.SCRATCH && overlap(written, other)) {
                throw new IllegalArgumentException(job + " writes " + written.handle() + " and uses " + other.handle()
                        + " as well, which is the same data cut differently: use the one or the other");
            }
        });
    }

    /**
     * Whether two handles have elements in common: the one is cut from the other, or both from the same in different
     * ways.
     */
    private static boolean overlap(Family one, Family other) {
        if (one.lock() != other.lock()) {
            return false;
        }
        List<Family> first = one.descent();
        List<Family> second = other.descent();
        for (int depth = 0; depth < Math.min(first.size(), second.size()); depth++) {
            Family left = first.get(depth);
            Family right = second.get(depth);
            if (left.origin() != right.origin()) {
                return true;
            }
            if (left.index() != right.index()) {
                return left.origin().overlaps();
            }
        }
        return true;
    }
}
