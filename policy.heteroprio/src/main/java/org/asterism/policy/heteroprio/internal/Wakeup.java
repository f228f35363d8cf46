package org.asterism.policy.heteroprio.internal;

import java.lang.invoke.VarHandle;
import org.asterism.api.Task;
import org.asterism.spi.policy.PolicyContext;

/**
 * Wakes a worker for each task. A slow worker may have to leave tasks to fast ones, so not every worker that can
 * execute a task may take it.
 *
 * <p><b>Threads.</b> Any. Workers that found nothing enter a list before they look for the last time; the thread that
 * pushes looks at the lists after its task can be taken. With full fences on both sides one of the two sees the other.
 */
final class Wakeup {
    private final PolicyContext context;
    private final Admission admission;
    private final Seating seating;
    private final Visits visits;

    Wakeup(PolicyContext context, Admission admission, Seating seating, Visits visits) {
        this.context = context;
        this.admission = admission;
        this.seating = seating;
        this.visits = visits;
    }

    /** Wakes a worker for a task that can be taken from its bucket now. */
    void wakeFor(Task task, Bucket bucket) {
        if (!visits.areSelective()) {
            context.wakeOneFor(task);
            return;
        }
        VarHandle.fullFence();
        Team woken = null;
        if (bucket.isSelective()) {
            woken = wakeOneOf(bucket);
        } else {
            context.wakeOneFor(task);
        }
        // The task may be what was missing for slow workers to take another one.
        for (Team team : seating.teams()) {
            if (team != woken && team.idle().count() > 0 && team.hasWorkBeside(bucket, admission)) {
                team.idle().wakeOne(context);
            }
        }
    }

    /** Wakes a worker of the fastest team that has an idle one and may take from a bucket; null if there is none. */
    private Team wakeOneOf(Bucket bucket) {
        for (Team team : bucket.byTime()) {
            if (team.idle().count() > 0
                    && bucket.admits(team, admission)
                    && team.idle().wakeOne(context)) {
                return team;
            }
        }
        return null;
    }
}
