package org.asterism.core.internal.balance;

import java.util.ArrayList;
import java.util.List;
import org.asterism.api.Worker;
import org.asterism.api.model.Predictor;
import org.asterism.core.internal.context.Context;
import org.asterism.core.internal.context.ReadyVisitor;
import org.asterism.core.internal.task.Job;

/**
 * A sample of the ready tasks of a context, evenly chosen from the first few thousand, and an estimate of their number.
 * Not thread-safe.
 */
final class ReadySample implements ReadyVisitor {
    private static final int MOST_COUNTED = 4096;
    private static final int MOST_KEPT = 48;

    private final List<Job> kept = new ArrayList<>();
    private long number;
    private int seen;
    private int every = 1;

    static ReadySample of(Context context) {
        ReadySample sample = new ReadySample();
        context.tasks().showReady(sample);
        return sample;
    }

    @Override
    public boolean visit(Job job, int standsFor) {
        number += standsFor;
        if (seen++ % every == 0) {
            if (kept.size() == MOST_KEPT) {
                for (int index = MOST_KEPT - 1; index > 0; index -= 2) {
                    kept.remove(index);
                }
                every *= 2;
            }
            kept.add(job);
        }
        return seen < MOST_COUNTED;
    }

    /** About how many ready tasks there are; of very many, only some thousand. */
    long number() {
        return number;
    }

    /** Returns the number of the chosen tasks that a worker can execute. */
    int runnable(Worker worker) {
        int can = 0;
        for (Job job : kept) {
            can += worker.canExecute(job) ? 1 : 0;
        }
        return can;
    }

    /** Whether there is a task that a worker can execute and none of some others can. */
    boolean needs(Worker worker, List<? extends Worker> others) {
        return kept.stream()
                .anyMatch(job -> worker.canExecute(job) && others.stream().noneMatch(other -> other.canExecute(job)));
    }

    /**
     * Returns the amount of work that a worker is predicted to do in a nanosecond.
     *
     * @param inFlops whether the work is counted in operations and not in tasks
     * @return NaN if nothing is known
     */
    double speed(Predictor predictor, Worker worker, boolean inFlops) {
        double nanos = 0;
        double work = 0;
        for (Job job : kept) {
            if (worker.canExecute(job)) {
                double one = predictor.executionNanos(job, worker, 0);
                if (one > 0) {
                    nanos += one;
                    work += inFlops ? job.flops() : 1;
                }
            }
        }
        return nanos > 0 && work > 0 ? work / nanos : Double.NaN;
    }
}
