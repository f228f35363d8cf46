package org.asterism.policy.heteroprio.internal;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLongArray;
import org.asterism.api.Architecture;
import org.asterism.api.Task;
import org.asterism.api.Worker;
import org.asterism.kit.policy.IdleWorkers;
import org.asterism.kit.policy.RankedTasks;

/**
 * The workers of one architecture: in which order they visit the buckets, which of them hold tasks that others may
 * steal, and which found nothing to do.
 *
 * <p><b>Threads.</b> {@link #seat} and {@link #unseat} while no other method runs; the others any. Routes and
 * favourites are arrays that are replaced.
 */
final class Team {
    /** A place where tasks lie: a bucket or, with locality, its part of a memory node. */
    record Stop(Bucket bucket, RankedTasks tasks) {}

    private final Architecture architecture;
    private final int index;
    private final IdleWorkers idle = new IdleWorkers();
    private final AtomicInteger queued = new AtomicInteger();
    private Seat[] seats = {};
    private AtomicLongArray holders = new AtomicLongArray(0);
    private int nextSample;
    private volatile Stop[][] routes = {{}};
    private volatile Bucket[] buckets = {};
    private volatile Bucket[] favourites = {};

    Team(Architecture architecture, int index) {
        this.architecture = architecture;
        this.index = index;
    }

    Architecture architecture() {
        return architecture;
    }

    long architectureBit() {
        return 1L << architecture.index();
    }

    /** Its number among the teams of the policy. */
    int index() {
        return index;
    }

    int size() {
        return seats.length;
    }

    IdleWorkers idle() {
        return idle;
    }

    // Who belongs to it.

    void seat(Seat[] members) {
        seats = members;
        holders = new AtomicLongArray((members.length + Long.SIZE - 1) / Long.SIZE);
        queued.set(0);
        idle.clear();
        for (int place = 0; place < members.length; place++) {
            members[place].place = place;
        }
    }

    Seat[] seats() {
        return seats;
    }

    /** A worker to ask about, another one each time. */
    Worker sample() {
        Seat[] all = seats;
        int next = nextSample;
        nextSample = next + 1; // lost updates do no harm
        return all[Math.floorMod(next, all.length)].worker();
    }

    // Where they go.

    /**
     * Sets what they visit.
     *
     * @param order all buckets that they can run the tasks of, in the order of the visits
     * @param byPlace per place, the places to visit from there
     * @param preferred the buckets that this team is the fastest for
     */
    void route(Bucket[] order, Stop[][] byPlace, Bucket[] preferred) {
        buckets = order;
        favourites = preferred;
        routes = byPlace;
    }

    Stop[][] routes() {
        return routes;
    }

    /** Forgets its routes: workers or memory nodes have come or gone. */
    void forgetRoutes() {
        buckets = new Bucket[0];
        routes = new Stop[][] {{}};
    }

    Stop[] route(Seat seat) {
        Stop[][] all = routes;
        return all[Math.min(seat.home(), all.length - 1)];
    }

    Bucket[] order() {
        return buckets;
    }

    /** How many tasks wait in buckets that the team can take from. */
    long waiting() {
        long waiting = 0;
        for (Bucket bucket : buckets) {
            waiting += bucket.size();
        }
        return waiting;
    }

    /** How long the team needs for all that waits and that it is the fastest for. */
    double backlogNanos() {
        double nanos = 0;
        for (Bucket bucket : favourites) {
            long size = bucket.size();
            if (size > 0) {
                nanos += size * bucket.nanos(this);
            }
        }
        return nanos / Math.max(1, seats.length);
    }

    /** Whether there is a task that it may take, in another bucket. */
    boolean hasWorkBeside(Bucket known, Admission admission) {
        for (Bucket bucket : buckets) {
            if (bucket != known && !bucket.isEmpty() && bucket.admits(this, admission)) {
                return true;
            }
        }
        return false;
    }

    // What they hold.

    /** Is told that a seat holds a task more. */
    void holdsMore(Seat seat) {
        queued.incrementAndGet();
        holders.getAndAccumulate(seat.place / Long.SIZE, 1L << seat.place, (word, bit) -> word | bit);
    }

    /** Is told that a seat holds a task less, and whether that was the last one. */
    void holdsLess() {
        queued.decrementAndGet();
    }

    /** Takes a task that another worker of the team holds, beginning with the next one; null if there is none. */
    Task stealFor(Seat thief) {
        if (queued.get() == 0) {
            return null;
        }
        int words = holders.length();
        int first = thief.place / Long.SIZE;
        for (int step = 0; step <= words; step++) {
            int word = (first + step) % words;
            long bits = holders.get(word);
            if (step == 0) {
                bits &= -1L << thief.place; // itself first, which holds nothing
            } else if (step == words) {
                bits &= ~(-1L << thief.place);
            }
            for (; bits != 0; bits &= bits - 1) {
                Seat victim = seats[word * Long.SIZE + Long.numberOfTrailingZeros(bits)];
                Task stolen = victim.takeLast();
                if (stolen != null) {
                    return stolen;
                }
                forget(victim);
            }
        }
        return null;
    }

    /** Clears the mark of a seat that holds nothing. */
    private void forget(Seat seat) {
        int word = seat.place / Long.SIZE;
        long bit = 1L << seat.place;
        holders.getAndAccumulate(word, bit, (before, cleared) -> before & ~cleared);
        if (!seat.isEmpty()) {
            // It was given one in between.
            holders.getAndAccumulate(word, bit, (before, set) -> before | set);
        }
    }

    @Override
    public String toString() {
        return architecture + " x " + size();
    }
}
