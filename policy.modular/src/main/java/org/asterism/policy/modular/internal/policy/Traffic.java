package org.asterism.policy.modular.internal.policy;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.asterism.kit.policy.PushCounter;
import org.asterism.policy.modular.internal.tree.Tree;
import org.asterism.policy.modular.internal.worker.Reentry;
import org.asterism.policy.modular.internal.worker.WorkerComponent;

/**
 * Counter of the tasks that went into a tree and came out. The number of a push is also its place in the order of
 * pushes. Each worker counts the tasks that it takes.
 */
final class Traffic {
    private static final AtomicLong TREES = new AtomicLong();

    /** Marks the tasks of this tree, to distinguish them from those of other trees. */
    private final long tag = TREES.incrementAndGet() * -Reentry.TAG & Long.MAX_VALUE;

    private final PushCounter begun = new PushCounter();
    private final LongAdder ended = new LongAdder();

    /** Number of tasks that left through removed workers or by draining; changed while no task moves. */
    private long takenByOthers;

    private long drained;

    private final LongAdder restricted = new LongAdder();

    /** Number of restricted tasks that left in these ways. */
    private long restrictedGone;

    /** Returns the upper bits of the stamps of this tree. */
    long tag() {
        return tag;
    }

    /** Counts the begin of a push, and returns its stamp: the number of the push with the tree's tag. */
    long begin() {
        return tag | begun.next();
    }

    /** Counts the end of a push. */
    void end() {
        ended.increment();
    }

    /** Returns the number of pushes that have begun. */
    long pushes() {
        return begun.given();
    }

    /** Whether no push is running. Values that are read later may include further pushes. */
    boolean noPushIsUnderWay() {
        return ended.sum() == begun.given();
    }

    /** Returns the number of tasks that workers have taken. */
    long taken(Tree tree) {
        long sum = takenByOthers;
        for (WorkerComponent end : tree.ends()) {
            sum += end.taken();
        }
        return sum;
    }

    /** Counts the push of a restricted task. */
    void beginRestricted() {
        restricted.increment();
    }

    /** Returns the number of restricted tasks in the tree. */
    long restrictedInside(Tree tree) {
        long sum = restricted.sum() - restrictedGone;
        for (WorkerComponent end : tree.ends()) {
            sum -= end.takenRestricted();
        }
        return sum;
    }

    /** Returns the number of tasks in the tree, including tasks that are being pushed. */
    long inside(Tree tree) {
        long out = taken(tree) + drained;
        return begun.given() - out;
    }

    /** Keeps the count of a worker that is removed. */
    void left(WorkerComponent end) {
        takenByOthers += end.taken();
        restrictedGone += end.takenRestricted();
    }

    /** Records that all tasks have left. */
    void drained(Tree tree) {
        drained += inside(tree);
        restrictedGone += restrictedInside(tree);
    }
}
