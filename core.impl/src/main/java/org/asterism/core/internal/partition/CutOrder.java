package org.asterism.core.internal.partition;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import org.asterism.api.AccessMode;
import org.asterism.core.internal.access.Holds;
import org.asterism.core.internal.data.Handle;
import org.asterism.core.internal.dependency.DataOrder;
import org.asterism.core.internal.task.Job;

/**
 * Takes the place of a task in the order of its data when these are cut, or may be: what the task needs whole is put together
 * before it, and what it needs cut is cut before it, by holds that take their places first.
 */
public final class CutOrder {
    private CutOrder() {}

    /** Whether a task uses data that are cut or may be. */
    public static boolean concerns(Job job) {
        for (int index = 0; index < job.dataCount(); index++) {
            if (job.data(index).family() != null) {
                return true;
            }
        }
        return false;
    }

    /**
     * Takes a task's place in the order of its data, as {@link DataOrder#declare} does.
     *
     * @throws IllegalArgumentException if the task uses data together that overlap, and writes some of them
     * @throws IllegalStateException if it uses data that are cut for as long as their partition is open, or are closed
     */
    public static void declare(Job job, Holds holds) {
        declare(job, holds, DataOrder::declareOnly);
    }

    /** Takes the place of another round, as {@link DataOrder#declareAgain} does. */
    public static void declareAgain(Job job, Holds holds) {
        declare(job, holds, DataOrder::declareAgainOnly);
    }

    private static void declare(Job job, Holds holds, Function<Job, Object> order) {
        List<Family> members = members(job);
        List<Family> trees = trees(members);
        Switches switches = new Switches(holds);
        Object left = null;
        trees.forEach(tree -> tree.lock().lock());
        try {
            refuseOverlaps(job, members);
            for (boolean writing : new boolean[] {true, false}) {
                for (Family member : members) {
                    AccessMode mode = modeOf(job, member.handle());
                    if (mode != null && mode.writes() == writing) {
                        switches.makeUsable(member, writing);
                    }
                }
            }
            left = order.apply(job);
        } finally {
            trees.reversed().forEach(tree -> tree.lock().unlock());
            switches.go(); // with the locks given back: what nobody stands in the way of begins at once
        }
        DataOrder.complete(left);
    }

    private static List<Family> members(Job job) {
        List<Family> members = new ArrayList<>();
        for (int index = 0; index < job.dataCount(); index++) {
            Family member = job.data(index).family();
            if (member != null && !members.contains(member)) {
                members.add(member);
            }
        }
        return members;
    }

    /** One member per tree, in the order of the ids of their roots, in which they are locked. */
    private static List<Family> trees(List<Family> members) {
        List<Family> trees = new ArrayList<>();
        for (Family member : members) {
            if (trees.stream().noneMatch(tree -> tree.lock() == member.lock())) {
                trees.add(member);
            }
        }
        trees.sort(Comparator.comparingLong(tree -> tree.root().id()));
        return trees;
    }

    /** What a task does with a handle that it may name several times; null for scratch memory, which has no content. */
    private static AccessMode modeOf(Job job, Handle handle) {
        AccessMode mode = null;
        for (int index = 0; index < job.dataCount(); index++) {
            if (job.data(index) == handle && job.mode(index) != AccessMode.SCRATCH) {
                mode = mode == null ? job.mode(index) : mode.and(job.mode(index));
            }
        }
        return mode;
    }

    private static void refuseOverlaps(Job job, List<Family> members) {
        for (Family member : members) {
            AccessMode mode = modeOf(job, member.handle());
            if (mode != null
                    && mode.writes()
                    && member.origin() != null
                    && member.origin().overlaps()) {
                throw new IllegalArgumentException(job + " writes " + member.handle()
                        + ", which shares elements with other children of "
                        + member.origin().parent() + ": such children can only be read");
            }
            for (Family other : members) {
                AccessMode otherMode = modeOf(job, other.handle());
                if (other == member || mode == null || otherMode == null || !mode.writes()) {
                    continue;
                }
                if (overlap(member, other)) {
                    throw new IllegalArgumentException(
                            job + " writes " + member.handle() + " and uses " + other.handle()
                                    + " as well, which is the same data cut differently: use the one or the other");
                }
            }
        }
    }

    /** Whether two handles have elements in common: the one is cut from the other, or both from the same in different ways. */
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
