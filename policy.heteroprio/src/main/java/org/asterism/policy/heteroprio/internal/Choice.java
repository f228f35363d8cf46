package org.asterism.policy.heteroprio.internal;

import org.asterism.api.Task;
import org.asterism.kit.policy.RankedTasks;
import org.asterism.spi.policy.DataPlacement;

/**
 * Which task a worker takes next.
 *
 * <p>A team first looks at the buckets that it is the fastest for, and takes the task of the highest priority there. It
 * leaves out a bucket if slower workers can work its tasks off while this team is busy with what it is still better at:
 * so the slow workers get what they are the least bad at, as long as there is time for that, and when work runs short
 * the fast ones do what is urgent. Then it takes what it may from the other buckets, in its order.
 *
 * <p>Of the first tasks of a bucket, workers with a memory of their own take the one that lacks the fewest bytes there.
 *
 * <p><b>Threads.</b> Any, for different seats. Holds no lock while it asks where data are.
 */
final class Choice {
    private final Settings settings;
    private final DataPlacement placement;

    Choice(Settings settings, DataPlacement placement) {
        this.settings = settings;
        this.placement = placement;
    }

    /**
     * Takes a task into the seat's place.
     *
     * @param restrictedToo whether it may be one that is restricted
     * @return the bucket it comes from, or null if there is none
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
     * The place with the task of the highest priority that the team is the fastest for and need not leave to others.
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

    /** Of the first tasks, the one that lacks the least of its data; null if there is none. */
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
            // Another worker has taken the task since it was found, and it has ended and let go of its data.
        }
        return missing;
    }
}
