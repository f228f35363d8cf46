package org.asterism.core.internal.worker;

import java.util.Arrays;
import java.util.Comparator;
import org.asterism.core.internal.context.Context;
import org.asterism.core.internal.context.ContextWorker;
import org.asterism.core.internal.context.GateSlot;
import org.asterism.core.internal.context.TaskOrigin;
import org.asterism.core.internal.protocol.Waits;
import org.asterism.core.internal.task.Job;

/**
 * The contexts of a worker, and the order in which it searches them.
 *
 * <p>Contexts of greater {@link Context#rank rank} come first; among equal ranks, the one that the worker has run the
 * least for. A context that had no tasks for a while gets no credit for that. When it has tasks again, its share is set
 * to the least of the others. So contexts that always have tasks share the worker's time evenly, however long their
 * tasks are.
 *
 * <p>Source: start-time fair queueing (Goyal, Vin, Cheng, SIGCOMM 1996), with equal weights.
 *
 * <p><b>Threads.</b> Any thread may ask for places; joining and leaving are synchronised; the rest is for the thread
 * that steps the worker.
 */
final class Memberships {
    private static final Membership[] NONE = {};

    /** By rank, the greatest first. */
    private volatile Membership[] all = NONE;

    /**
     * The same places in the order in which they are looked into. Replaced together with {@link #all}, so that an idle
     * worker keeps no context that it has left; sorted in place by the stepping thread alone.
     */
    private volatile Membership[] order = NONE;

    synchronized void join(Context context) {
        if (slot(context) != null) {
            return;
        }
        Membership[] more = Arrays.copyOf(all, all.length + 1);
        more[all.length] = new Membership(context);
        set(sorted(more));
    }

    private void set(Membership[] changed) {
        all = changed;
        order = changed.clone();
    }

    /** The sort is stable: those of one rank stay in the order in which they were joined. */
    private static Membership[] sorted(Membership[] some) {
        Arrays.sort(
                some,
                Comparator.comparingInt((Membership one) -> one.context.rank()).reversed());
        return some;
    }

    synchronized void sortAgain() {
        set(sorted(all.clone()));
    }

    synchronized void leave(Context context) {
        set(Arrays.stream(all)
                .filter(membership -> membership.context != context)
                .toArray(Membership[]::new));
    }

    /** From where the worker passes a context's gate, or null if it does not belong to it. */
    GateSlot slot(Context context) {
        for (Membership membership : all) {
            if (membership.context == context) {
                return membership.slot;
            }
        }
        return null;
    }

    boolean isEmpty() {
        return all.length == 0;
    }

    /** Whether contexts share the worker, so that it has to be counted how long it runs for each. */
    boolean areSeveral() {
        return all.length > 1;
    }

    /**
     * Takes a task from one of the contexts, or null if they have none for the worker; the origin says where the task
     * comes from.
     */
    Job pop(ContextWorker worker, TaskOrigin origin) {
        Membership[] current = all;
        if (current.length == 1) {
            return current[0].context.pop(worker, origin, true);
        }
        if (!Waits.look(worker.protocol()).isGranted()) {
            return null;
        }
        try {
            Membership[] now = order;
            // Asked once: if it ended during the look, contexts of lower ranks would be served before those passed
            // already.
            return now.length > 0 && now[0].context.isPaused() ? passOver(now) : pop(worker, origin, now);
        } finally {
            worker.protocol().leave(0);
        }
    }

    private static Job passOver(Membership[] now) {
        for (Membership membership : now) {
            membership.dry = true;
        }
        return null;
    }

    private static Job pop(ContextWorker worker, TaskOrigin origin, Membership[] now) {
        for (int from = 0; from < now.length; ) {
            int to = from + 1;
            while (to < now.length && now[to].context.rank() == now[from].context.rank()) {
                to++;
            }
            Job job = popFairly(worker, origin, now, from, to);
            if (job != null) {
                return job;
            }
            from = to;
        }
        return null;
    }

    /** Looks into contexts of one rank, each once, the one that has got the least first. */
    private static Job popFairly(ContextWorker worker, TaskOrigin origin, Membership[] now, int from, int to) {
        sortByShare(now, from, to);
        for (int index = from; index < to; index++) {
            Membership membership = now[index];
            Job job = membership.context.pop(worker, origin, false);
            if (job != null) {
                if (membership.dry && membership.context.tasks().has(job)) {
                    membership.dry = false;
                    membership.share = Math.max(membership.share, leastOfOthers(now, from, to, membership));
                }
                return job;
            }
            membership.dry = true;
        }
        return null;
    }

    /** Few are sorted here, and mostly they are in order already but for one. */
    private static void sortByShare(Membership[] now, int from, int to) {
        for (int index = from + 1; index < to; index++) {
            Membership moved = now[index];
            int place = index;
            while (place > from && now[place - 1].share > moved.share) {
                now[place] = now[place - 1];
                place--;
            }
            now[place] = moved;
        }
    }

    private static long leastOfOthers(Membership[] now, int from, int to, Membership asking) {
        long least = Long.MAX_VALUE;
        for (int index = from; index < to; index++) {
            if (now[index] != asking && !now[index].dry) {
                least = Math.min(least, now[index].share);
            }
        }
        return least == Long.MAX_VALUE ? asking.share : least;
    }

    void ran(Context context, long nanos) {
        for (Membership membership : all) {
            if (membership.context == context) {
                membership.share += nanos;
                return;
            }
        }
    }
}
