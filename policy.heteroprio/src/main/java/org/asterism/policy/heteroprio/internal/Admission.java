package org.asterism.policy.heteroprio.internal;

/**
 * Rule that decides when slower workers may take tasks from a bucket. It prevents a slow worker from starting a task
 * that a fast worker could start slightly later and finish much sooner. This matters at the end of a run and on the
 * critical path.
 */
enum Admission {
    /** Slow workers may always take tasks. */
    ALWAYS {
        @Override
        boolean admits(Bucket bucket, Team slow, Team fast) {
            return true;
        }
    },
    /**
     * Slow workers may take tasks while the bucket holds enough tasks per worker of the fastest architecture: at least
     * as many as the slow worker is times slower. This is the rule of the reference, applied to every bucket.
     */
    BUCKET {
        @Override
        boolean admits(Bucket bucket, Team slow, Team fast) {
            return bucket.size() >= bucket.slowness(slow) * fast.size();
        }
    },
    /**
     * Slow workers may take a task if they would finish it no later than the fast workers finish all waiting tasks of
     * the buckets that they are fastest for.
     */
    BACKLOG {
        @Override
        boolean admits(Bucket bucket, Team slow, Team fast) {
            double own = bucket.nanos(fast);
            return bucket.nanos(slow) <= own + fast.backlogNanos() - own / fast.size();
        }
    };

    /**
     * Whether a slow worker may take a task. This is an estimate, because other threads change the numbers meanwhile.
     *
     * @param bucket bucket with tasks that are known to take longer on the slow workers
     * @param slow team of the slow worker
     * @param fast fastest team for the bucket
     */
    abstract boolean admits(Bucket bucket, Team slow, Team fast);
}
