package org.asterism.core.internal.context;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.atomic.AtomicBoolean;
import org.asterism.api.ContextDescription;
import org.asterism.api.PriorityRange;
import org.asterism.core.internal.task.Job;

/** Limits the priorities of a context's tasks to its range. */
final class Priorities {
    private static final Logger LOG = System.getLogger(Priorities.class.getName());

    private final String context;
    private final PriorityRange range;
    private final AtomicBoolean said = new AtomicBoolean();

    private Priorities(String context, PriorityRange range) {
        this.context = context;
        this.range = range;
    }

    /** Returns the limits of a context's range, or null if every priority is in it. */
    static Priorities of(ContextDescription description) {
        PriorityRange range = description.priorities();
        boolean any = range.least() == Integer.MIN_VALUE && range.greatest() == Integer.MAX_VALUE;
        return any ? null : new Priorities(description.name(), range);
    }

    /** Brings a task into the range that is submitted, or refuses it. */
    void submitted(Job job) {
        if (range.outside() == PriorityRange.Outside.REFUSE && !range.contains(job.priority())) {
            throw new IllegalArgumentException(job + " has the priority " + job.priority() + ", and context '" + context
                    + "' takes " + range.least() + " to " + range.greatest() + ": give one of these");
        }
        clamp(job);
    }

    /** Brings a ready task into the range, whose prologue may have changed it, or which comes from another context. */
    void clamp(Job job) {
        int given = job.priority();
        if (range.contains(given)) {
            return;
        }
        job.clampPriority(range.clamp(given));
        if (said.compareAndSet(false, true)) {
            LOG.log(
                    Level.WARNING,
                    "context ''{0}'' has priorities from {1} to {2}: {3}, which has {4}, gets {5}, and so will others",
                    context,
                    Integer.toString(range.least()),
                    Integer.toString(range.greatest()),
                    job,
                    Integer.toString(given),
                    Integer.toString(job.priority()));
        }
    }
}
