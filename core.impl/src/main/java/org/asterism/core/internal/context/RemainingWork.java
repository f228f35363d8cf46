package org.asterism.core.internal.context;

import java.util.concurrent.atomic.DoubleAdder;
import org.asterism.api.ExpectedWork;
import org.asterism.core.internal.task.Job;

/**
 * The work that a program expects to submit to a context, minus the part that has been done since. Any thread may use
 * it.
 */
public final class RemainingWork {
    private final ExpectedWork expected;
    private final DoubleAdder done = new DoubleAdder();

    RemainingWork(ExpectedWork expected) {
        this.expected = expected;
    }

    public boolean isFlops() {
        return expected.unit() == ExpectedWork.Unit.FLOPS;
    }

    /** A task's kernel has run; what was said of the task is forgotten when it settles. */
    void ran(Job job) {
        if (isFlops()) {
            done.add(job.flops());
        }
    }

    /** A task has settled, perhaps without having run. */
    void settled() {
        if (!isFlops()) {
            done.add(1);
        }
    }

    public double left() {
        return Math.max(0, expected.amount() - done.sum());
    }
}
