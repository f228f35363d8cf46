package org.asterism.policy.heteroprio.internal;

/**
 * When workers that are slower than others at a kind of work may nevertheless take from its bucket: the rule that keeps
 * a slow worker from beginning, at the end of a run or on its critical path, what a fast one could have begun a little
 * later and ended much sooner.
 */
enum Admission {
    /** Always. */
    ALWAYS {
        @Override
        boolean admits(Bucket bucket, Team slow, Team fast) {
            return true;
        }
    },
    /**
     * When the bucket holds at least as many tasks per worker of the fastest architecture as the slow one is times
     * slower: the rule of the reference, for every bucket.
     */
    BUCKET {
        @Override
        boolean admits(Bucket bucket, Team slow, Team fast) {
            return bucket.size() >= bucket.slowness(slow) * fast.size();
        }
    },
    /**
     * When the slow worker would end no later than the fast ones would have ended everything that waits and that they
     * are the fastest for.
     */
    BACKLOG {
        @Override
        boolean admits(Bucket bucket, Team slow, Team fast) {
            double own = bucket.nanos(fast);
            return bucket.nanos(slow) <= own + fast.backlogNanos() - own / fast.size();
        }
    };

    /**
     * Whether a slow worker may take a task; a guess, from numbers that others change meanwhile.
     *
     * @param bucket is not empty, and known to take longer on the slow workers
     * @param slow who asks
     * @param fast the fastest ones for the bucket
     */
    abstract boolean admits(Bucket bucket, Team slow, Team fast);
}
