package org.asterism.policy.dmda.internal;

/**
 * Many workers by when they are expected to be done. Of a worker whose {@code start} lies ahead that is a moment; of one whose
 * start has passed it moves on with the time, so that only its length says how it compares with others. Each worker is in
 * the order for the one or the other, and changes over when its start has come: no worker is touched because time passes.
 *
 * <p><b>Threads.</b> One at a time; the {@link WorkerGroup} has a lock.
 */
final class EndOrder {
    private final long[] starts;
    private final long[] lengths;

    /** The lengths of those whose start has passed. */
    private final LeastTree passed;

    /** The ends of those whose start lies ahead, and these starts. */
    private final LeastTree ahead;

    private final LeastTree turns;

    /** The same as the first two, negated: who is done last. Null as long as nobody asks. */
    private LeastTree passedLast;

    private LeastTree aheadLast;
    private long now;

    EndOrder(int workers, long now) {
        this.now = now;
        starts = new long[workers];
        lengths = new long[workers];
        passed = new LeastTree(workers);
        ahead = new LeastTree(workers);
        turns = new LeastTree(workers);
    }

    void set(int position, long start, long length) {
        starts[position] = start;
        lengths[position] = length;
        file(position);
    }

    private void file(int position) {
        long start = starts[position];
        long length = lengths[position];
        boolean hasPassed = start <= now;
        passed.set(position, hasPassed ? length : LeastTree.NONE);
        ahead.set(position, hasPassed ? LeastTree.NONE : start + length);
        turns.set(position, hasPassed ? LeastTree.NONE : start);
        if (passedLast != null) {
            passedLast.set(position, hasPassed ? -length : LeastTree.NONE);
            aheadLast.set(position, hasPassed ? LeastTree.NONE : -(start + length));
        }
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

    /** The first worker that is done by a moment or, if there is none, the first of those that are done first. */
    int earliest(long moment) {
        int one = moment < now ? -1 : passed.firstNotAbove(moment - now);
        int other = ahead.firstNotAbove(moment);
        if (one >= 0 && other >= 0) {
            return Math.min(one, other);
        }
        if (one >= 0 || other >= 0) {
            return Math.max(one, other);
        }
        long soonest = passed.least() == LeastTree.NONE ? LeastTree.NONE : now + passed.least();
        soonest = Math.min(soonest, ahead.least());
        one = passed.least() == LeastTree.NONE ? -1 : passed.firstNotAbove(soonest - now);
        other = ahead.firstNotAbove(soonest);
        return one < 0 || other >= 0 && other < one ? other : one;
    }

    /** When the last worker is done. */
    long latest() {
        if (passedLast == null) {
            passedLast = new LeastTree(starts.length);
            aheadLast = new LeastTree(starts.length);
            for (int position = 0; position < starts.length; position++) {
                file(position);
            }
        }
        long last = passedLast.least() == LeastTree.NONE ? now : now - passedLast.least();
        return aheadLast.least() == LeastTree.NONE ? last : Math.max(last, -aheadLast.least());
    }
}
