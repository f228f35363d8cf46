package org.asterism.policy.heteroprio.internal;

import org.asterism.api.Task;
import org.asterism.api.Worker;
import org.asterism.spi.policy.PolicyContext;

/**
 * Source of the statistics of each bucket: the time of its tasks on each team, and the work that they release. It uses
 * the predictor and the task graph, or measurements for codelets without a model.
 *
 * <p><b>Threads.</b> Any. No lock is held during calls to the predictor.
 */
final class Estimates {
    private final PolicyContext context;
    private final BucketTable buckets;
    private final boolean looksAhead;

    /** Whether the times of a codelet come from measurements only. */
    private volatile boolean measuring;

    Estimates(PolicyContext context, BucketTable buckets, boolean looksAhead) {
        this.context = context;
        this.buckets = buckets;
        this.looksAhead = looksAhead;
    }

    /** Requests the time of a task on each team, and its successors. */
    void ask(Task task, Bucket bucket, Team[] teams) {
        for (Team team : teams) {
            if (!bucket.suits(team) || team.size() == 0) {
                continue;
            }
            double nanos = best(task, team.sample());
            if (nanos > 0) { // neither unknown (0) nor uncalibrated (NaN)
                bucket.learn(team, nanos);
            } else {
                measuring = true;
            }
        }
        if (looksAhead) {
            lookAhead(task, bucket, teams);
        }
    }

    /** Returns the time of the best implementation, NaN or 0. */
    private double best(Task task, Worker worker) {
        int implementations = Math.max(
                1, task.codelet().implementations(worker.architecture()).size());
        double best = Double.NaN;
        for (int number = 0; number < implementations; number++) {
            double nanos = context.predictor().executionNanos(task, worker, number);
            best = Double.isNaN(best) || nanos > 0 && nanos < best ? nanos : best;
        }
        return best;
    }

    private void lookAhead(Task task, Bucket bucket, Team[] teams) {
        double[] released = new double[teams.length];
        int[] count = {0};
        context.graph().forEachSuccessor(task, successor -> {
            count[0]++;
            Bucket its = buckets.find(successor);
            if (its != null && its.byTime().length > 0) {
                Team fastest = its.byTime()[0];
                if (fastest.index() < released.length) {
                    released[fastest.index()] += its.nanos(fastest);
                }
            }
        });
        bucket.learnSuccessors(count[0], released);
    }

    boolean measures() {
        return measuring;
    }

    /** Adds the measured time of a task, if the predictor does not know it. */
    void measured(Task task, Team team, long nanos) {
        Bucket bucket = buckets.find(task);
        if (bucket != null && nanos > 0 && !(best(task, team.sample()) > 0)) {
            bucket.learn(team, nanos);
        }
    }
}
