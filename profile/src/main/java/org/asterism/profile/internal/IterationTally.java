package org.asterism.profile.internal;

import java.util.List;
import org.asterism.profile.IterationProfile;

/** The sums of one iteration, which also count for the one that it is nested in. Any thread. */
final class IterationTally {
    private final List<Long> numbers;
    private final IterationTally outer;
    private long tasks;
    private long finished;
    private boolean isExecuted;
    private long begin;
    private long end;
    private long executing;
    private long idle;

    /** Makes a tally; the outer one is null for an outermost iteration. */
    IterationTally(List<Long> numbers, IterationTally outer) {
        this.numbers = numbers;
        this.outer = outer;
    }

    List<Long> numbers() {
        return numbers;
    }

    void submitted() {
        synchronized (this) {
            tasks++;
        }
        if (outer != null) {
            outer.submitted();
        }
    }

    void executed(long from, long to) {
        synchronized (this) {
            begin = isExecuted ? Math.min(begin, from) : from;
            end = isExecuted ? Math.max(end, to) : to;
            isExecuted = true;
            executing += to - from;
        }
        if (outer != null) {
            outer.executed(from, to);
        }
    }

    /** A worker was idle before it took a task of the iteration. */
    void idle(long nanos) {
        synchronized (this) {
            idle += nanos;
        }
        if (outer != null) {
            outer.idle(nanos);
        }
    }

    void completed() {
        synchronized (this) {
            finished++;
        }
        if (outer != null) {
            outer.completed();
        }
    }

    synchronized IterationProfile profile() {
        return new IterationProfile(numbers, tasks, finished, begin, end, executing, idle);
    }
}
