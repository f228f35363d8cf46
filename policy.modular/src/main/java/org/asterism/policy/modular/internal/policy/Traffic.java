package org.asterism.policy.modular.internal.policy;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.asterism.kit.policy.PushCounter;
import org.asterism.policy.modular.internal.tree.Tree;
import org.asterism.policy.modular.internal.worker.Reentry;
import org.asterism.policy.modular.internal.worker.WorkerComponent;

/**
 * How many tasks came into a tree and went out. The number of a push is also its place in the order of pushes; what
 * went out is counted by the workers, each for itself.
 */
final class Traffic {
    private static final AtomicLong TREES = new AtomicLong();

    /** Tells the tasks of this tree from those of others. */
    private final long tag = TREES.incrementAndGet() * -Reentry.TAG & Long.MAX_VALUE;

    private final PushCounter begun = new PushCounter();
    private final LongAdder ended = new LongAdder();

    /** What went out by workers that have left since, and by draining; changed while no task moves. */
    private long takenByOthers;

    private long drained;

    private final LongAdder restricted = new LongAdder();

    /** How many restricted tasks went out in these ways. */
    private long restrictedGone;

    /** What is in the upper bits of stamps. */
    long tag() {
        return tag;
    }

    /** A push begins. Its stamp is the order of pushes, with the tree's tag. */
    long begin() {
        return tag | begun.next();
    }

    /** A push has ended. */
    void end() {
        ended.increment();
    }

    /** How many pushes have begun. */
    long pushes() {
        return begun.given();
    }

    /** Whether no push is under way; what is asked for later may be. */
    boolean noPushIsUnderWay() {
        return ended.sum() == begun.given();
    }

    /** How many tasks workers were given. */
    long taken(Tree tree) {
        long sum = takenByOthers;
        for (WorkerComponent end : tree.ends()) {
            sum += end.taken();
        }
        return sum;
    }

    /** A restricted task is being pushed. */
    void beginRestricted() {
        restricted.increment();
    }

    /** How many restricted tasks are inside. */
    long restrictedInside(Tree tree) {
        long sum = restricted.sum() - restrictedGone;
        for (WorkerComponent end : tree.ends()) {
            sum -= end.takenRestricted();
        }
        return sum;
    }

    /** How many tasks are inside, with those that are just coming in. */
    long inside(Tree tree) {
        long out = taken(tree) + drained;
        return begun.given() - out;
    }

    /** A worker has left. */
    void left(WorkerComponent end) {
        takenByOthers += end.taken();
        restrictedGone += end.takenRestricted();
    }

    /** All tasks have left. */
    void drained(Tree tree) {
        drained += inside(tree);
        restrictedGone += restrictedInside(tree);
    }
}
