package org.asterism.kit.policy.placement;

/**
 * Orders many workers by the time at which they are expected to be done. If the {@code start} of a worker lies in the
 * future, this time is fixed. If its start has passed, this time moves on with the clock, so the comparison with others
 * depends on its length only. So there are two orders. Each worker is in one of them, and moves to the other when its
 * start has come. The passing of time alone changes neither order.
 *
 * <p>A worker may have several lengths. Then there is a pair of orders for each of them: see {@link AheadOrder}.
 *
 * <p><b>Threads.</b> One at a time; the {@link WorkerGroup} has a lock.
 */
final class EndOrder {
    private final int workers;
    private final long[] starts;
    private final long[][] lengths;

    /** Of each order, the lengths of those whose start has passed. */
    private final LeastTree[] passed;

    /** Of each order, the ends of those whose start lies ahead. */
    private final LeastTree[] ahead;

    /** The starts that lie ahead. */
    private final LeastTree turns;

    /** The same as the first two, of the first order and negated: who is done last. Null as long as nobody asks. */
    private LeastTree passedLast;

    private LeastTree aheadLast;
    private long now;

    EndOrder(int workers, int orders, long now) {
        this.workers = workers;
        this.now = now;
        starts = new long[workers];
        lengths = new long[orders][workers];
        passed = new LeastTree[orders];
        ahead = new LeastTree[orders];
        for (int order = 0; order < orders; order++) {
            passed[order] = new LeastTree(workers);
            ahead[order] = new LeastTree(workers);
        }
        turns = new LeastTree(workers);
    }

    void set(int position, long start, long length) {
        starts[position] = start;
        lengths[0][position] = length;
        file(position);
    }

    /** For several orders: one length for each. */
    void set(int position, long start, long[] all) {
        starts[position] = start;
        for (int order = 0; order < lengths.length; order++) {
            lengths[order][position] = all[order];
        }
        file(position);
    }

    private void file(int position) {
        long start = starts[position];
        boolean hasPassed = start <= now;
        for (int order = 0; order < lengths.length; order++) {
            file(order, position, hasPassed);
        }
        turns.set(position, hasPassed ? LeastTree.NONE : start);
        if (passedLast != null) {
            long length = lengths[0][position];
            passedLast.set(position, hasPassed ? -length : LeastTree.NONE);
            aheadLast.set(position, hasPassed ? LeastTree.NONE : -(start + length));
        }
    }

    private void file(int order, int position, boolean hasPassed) {
        long length = lengths[order][position];
        passed[order].set(position, hasPassed ? length : LeastTree.NONE);
        ahead[order].set(position, hasPassed ? LeastTree.NONE : starts[position] + length);
    }

    /** Leaves a worker out of one of the orders until it is put {@link #putBack back}. */
    void leaveOut(int order, int position) {
        passed[order].set(position, LeastTree.NONE);
        ahead[order].set(position, LeastTree.NONE);
    }

    void putBack(int order, int position) {
        file(order, position, starts[position] <= now);
    }

    /** Lets time pass. */
    void advance(long time) {
        if (time <= now) {
            return;
        }
        now = time;
        for (int position = turns.firstNotAbove(now); position >= 0; position = turns.firstNotAbove(now)) {
            file(position);
        }
    }

    /** Returns the time at which a worker is done. */
    long end(int order, int position) {
        return Math.max(starts[position], now) + lengths[order][position];
    }

    /**
     * The first worker that is done by a moment or, if there is none, the first of those that are done first; -1 if all
     * are left out.
     */
    int earliest(int order, long moment) {
        LeastTree moving = passed[order];
        LeastTree fixed = ahead[order];
        int one = moment < now ? -1 : moving.firstNotAbove(moment - now);
        int other = fixed.firstNotAbove(moment);
        if (one < 0 && other < 0) {
            long soonest =
                    Math.min(fixed.least(), moving.least() == LeastTree.NONE ? LeastTree.NONE : now + moving.least());
            one = moving.least() == LeastTree.NONE ? -1 : moving.firstNotAbove(soonest - now);
            other = fixed.firstNotAbove(soonest);
        }
        return one < 0 || other >= 0 && other < one ? other : one;
    }

    /** Returns the time at which the last worker is done. */
    long latest() {
        if (passedLast == null) {
            passedLast = new LeastTree(workers);
            aheadLast = new LeastTree(workers);
            for (int position = 0; position < workers; position++) {
                file(position);
            }
        }
        long last = passedLast.least() == LeastTree.NONE ? now : now - passedLast.least();
        return aheadLast.least() == LeastTree.NONE ? last : Math.max(last, -aheadLast.least());
    }
}
