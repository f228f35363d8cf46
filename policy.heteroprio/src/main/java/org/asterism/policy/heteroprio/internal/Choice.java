package org.asterism.policy.heteroprio.internal;

import org.asterism.api.Task;
import org.asterism.kit.policy.RankedTasks;
import org.asterism.spi.policy.DataPlacement;

/**
 * Rule that selects the next task of a worker.
 *
 * <p>A team first searches the buckets for which it is the fastest team, and takes the task of the highest priority. It
 * skips a bucket if slower workers can finish its tasks while this team works on buckets where its advantage is
 * greater. So while there is enough work, slow workers get the tasks for which they are least slow. When work runs
 * short, the fast workers take the urgent tasks. After that, a team takes the tasks that it may from the other buckets,
 * in its order.
 *
 * <p>Workers with their own memory compare the first tasks of a bucket, and take the one with the fewest missing bytes.
 *
 * <p><b>Threads.</b> Any, for different seats. No lock is held during calls to the data management.
 */
final class Choice {
    private final Settings settings;
    private final DataPlacement placement;

    Choice(Settings settings, DataPlacement placement) {
        this.settings = settings;
        this.placement = placement;
    }

    /**
     * Takes a task and stores it in the seat.
     *
     * @param restrictedToo whether it may be a restricted task
     * @return the bucket of the task, or null if there is no task
     */
    Bucket take(Seat seat, boolean restrictedToo) {
        boolean urgent = settings.goesByUrgency(seat.team());
        if (urgent) {
            Team.Stop stop = mostUrgent(seat, restrictedToo);
            if (stop != null && takeFrom(stop, seat)) {
                return stop.bucket();
            }
        }
        for (Team.Stop stop : seat.team().route(seat)) {
            Bucket bucket = stop.bucket();
            if (stop.tasks().size() > 0
                    && (restrictedToo || !bucket.isRestricted())
                    && bucket.admits(seat.team(), settings.admission())
                    && takeFrom(stop, seat)) {
                return bucket;
            }
        }
        return null;
    }

    /**
     * Returns the place with the task of the highest priority among the buckets for which the team is the fastest and
     * which it need not leave to other teams.
     */
    private Team.Stop mostUrgent(Seat seat, boolean restrictedToo) {
        Team team = seat.team();
        Team.Stop best = null;
        long highest = Long.MIN_VALUE;
        double betterWork = 0;
        for (Team.Stop stop : team.route(seat)) {
            Bucket bucket = stop.bucket();
            if (stop.tasks().size() == 0 || !bucket.isFastest(team) || bucket.isRestricted() && !restrictedToo) {
                continue;
            }
            if (betterWork > 0 && bucket.slowNanos() <= betterWork) {
                continue;
            }
            betterWork += bucket.size() * bucket.nanos(team) / team.size();
            long rank = bucket.isRestricted()
                    ? stop.tasks().firstRank(seat.worker())
                    : stop.tasks().firstRank();
            if (best == null || rank > highest) {
                best = stop;
                highest = rank;
            }
        }
        return best;
    }

    private boolean takeFrom(Team.Stop stop, Seat seat) {
        RankedTasks tasks = stop.tasks();
        if (settings.near() > 1 && seat.worker().memoryNode() != 0) {
            RankedTasks.Taken nearest = nearest(tasks, seat);
            if (nearest != null && tasks.take(nearest)) {
                seat.taken(nearest);
                return true;
            }
        }
        return tasks.take(seat.worker(), seat.taken());
    }

    /** Returns the one of the first tasks with the fewest missing bytes, or null if there is none. */
    private RankedTasks.Taken nearest(RankedTasks tasks, Seat seat) {
        RankedTasks.Taken[] found = seat.found();
        int count = tasks.peek(found);
        RankedTasks.Taken best = null;
        long least = Long.MAX_VALUE;
        for (int index = 0; index < count; index++) {
            RankedTasks.Taken candidate = found[index];
            long missing = missingBytes(candidate.task(), seat.worker().memoryNode());
            if (best == null || missing < least || missing == least && isBefore(candidate, best)) {
                best = candidate;
                least = missing;
            }
        }
        return best;
    }

    private static boolean isBefore(RankedTasks.Taken one, RankedTasks.Taken other) {
        return one.rank() > other.rank() || one.rank() == other.rank() && one.stamp() < other.stamp();
    }

    private long missingBytes(Task task, int node) {
        long missing = 0;
        try {
            for (int index = 0; index < task.dataCount(); index++) {
                if (task.accessMode(index).reads() && !placement.isValidOrRequested(task.handle(index), node)) {
                    missing += task.handle(index).bytes();
                }
            }
        } catch (IndexOutOfBoundsException gone) {
            // Another worker took the task meanwhile, and the task has ended and released its data.
        }
        return missing;
    }
}
