package org.asterism.policy.heteroprio.internal;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLongArray;
import org.asterism.api.Architecture;
import org.asterism.api.Task;
import org.asterism.api.Worker;
import org.asterism.kit.policy.IdleWorkers;
import org.asterism.kit.policy.RankedTasks;

/**
 * Workers of one architecture: their order of the buckets, the workers that hold tasks to steal, and the idle workers.
 *
 * <p><b>Threads.</b> {@link #seat} and {@link #unseat} are called while no other method runs; the other methods by any
 * thread. Routes and favourites are arrays that are replaced as a whole.
 */
final class Team {
    /** Place with tasks: a bucket or, with locality, the part of a bucket for one memory node. */
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

    /** Returns its index among the teams of the policy. */
    int index() {
        return index;
    }

    int size() {
        return seats.length;
    }

    IdleWorkers idle() {
        return idle;
    }

    // Members.

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

    /** Returns a worker for the predictor, a different one each time. */
    Worker sample() {
        Seat[] all = seats;
        int next = nextSample;
        nextSample = next + 1; // lost updates are harmless
        return all[Math.floorMod(next, all.length)].worker();
    }

    // Routes.

    /**
     * Sets the routes.
     *
     * @param order all buckets whose tasks they can run, in the order of their visits
     * @param byPlace by starting place: the places to visit
     * @param preferred the buckets for which this team is the fastest
     */
    void route(Bucket[] order, Stop[][] byPlace, Bucket[] preferred) {
        buckets = order;
        favourites = preferred;
        routes = byPlace;
    }

    Stop[][] routes() {
        return routes;
    }

    /** Discards the routes, because workers or memory nodes have changed. */
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

    /** Returns how many tasks wait in the buckets on the team's route. */
    long waiting() {
        long waiting = 0;
        for (Bucket bucket : buckets) {
            waiting += bucket.size();
        }
        return waiting;
    }

    /** Returns how long the team needs for all waiting tasks for which it is the fastest. */
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

    /** Whether another bucket has a task that the team may take. */
    boolean hasWorkBeside(Bucket known, Admission admission) {
        for (Bucket bucket : buckets) {
            if (bucket != known && !bucket.isEmpty() && bucket.admits(this, admission)) {
                return true;
            }
        }
        return false;
    }

    // Held tasks.

    /** Records that a seat holds one more task. */
    void holdsMore(Seat seat) {
        queued.incrementAndGet();
        holders.getAndAccumulate(seat.place / Long.SIZE, 1L << seat.place, (word, bit) -> word | bit);
    }

    /** Records that a seat holds one task less. */
    void holdsLess() {
        queued.decrementAndGet();
    }

    /** Takes a task that another worker of the team holds, beginning with the next worker; null if there is none. */
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
                bits &= -1L << thief.place; // begins with the thief itself, which holds nothing
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
            // The seat received a task meanwhile.
            holders.getAndAccumulate(word, bit, (before, set) -> before | set);
        }
    }

    @Override
    public String toString() {
        return architecture + " x " + size();
    }
}
