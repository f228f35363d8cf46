package org.asterism.policy.heteroprio.internal;

import java.util.Arrays;
import java.util.concurrent.atomic.LongAdder;
import org.asterism.api.Task;
import org.asterism.kit.policy.RankedTasks;
import org.asterism.spi.concurrent.SpinLock;

/**
 * Ready tasks of one kind, with the statistics of that kind: the time of its tasks on each team, their share of all
 * tasks, and the work that they release.
 *
 * <p><b>Threads.</b> Any. Estimates are written under a lock and read without it. Arrays that are read without a lock
 * are replaced as a whole, so a reader may see a mean that is one sample old.
 */
final class Bucket {
    /** Upper bound of the number of samples in a mean, so that old samples lose weight. */
    private static final int MOST_SAMPLES = 256;

    /** Number of samples up to which every task is used as a sample; after that, every {@link #RARELY}th. */
    static final int ENOUGH_SAMPLES = 16;

    private static final int RARELY = 8;

    private final String name;
    private final long architectures;
    private final boolean restricted;
    private final int part;
    private final LongAdder pushes = new LongAdder();
    private final SpinLock learning = new SpinLock();
    private volatile RankedTasks[] byPlace = {};
    private volatile double[] nanos = {};
    private volatile int[] samples = {};
    private volatile double[] slowness = {};
    private volatile Team[] byTime = {};
    private volatile boolean selective;
    private volatile boolean fixed;
    private double successors;
    private double[] released = {};
    private long successorSamples;

    Bucket(String name, long architectures, boolean restricted, int part, int places) {
        this.name = name;
        this.architectures = architectures;
        this.restricted = restricted;
        this.part = part;
        movePlaces(places, new int[0]);
    }

    String name() {
        return name;
    }

    boolean holds(long someArchitectures, boolean someRestricted, int somePart) {
        return architectures == someArchitectures && restricted == someRestricted && part == somePart;
    }

    boolean suits(Team team) {
        return (architectures & team.architectureBit()) != 0;
    }

    boolean isRestricted() {
        return restricted;
    }

    // Tasks.

    /**
     * Changes the places by which tasks are separated. No other method may run meanwhile.
     *
     * @param count new number of places
     * @param moved new index of each former place; negative if it was removed, so that its tasks go to the first place
     */
    void movePlaces(int count, int[] moved) {
        RankedTasks[] former = byPlace;
        RankedTasks[] now = new RankedTasks[count];
        for (int place = 0; place < former.length; place++) {
            if (moved[place] >= 0) {
                now[moved[place]] = former[place];
            }
        }
        for (int place = 0; place < count; place++) {
            now[place] = now[place] == null ? new RankedTasks() : now[place];
        }
        for (int place = 0; place < former.length; place++) {
            if (moved[place] < 0) {
                former[place].takeAll(now[0]::add);
            }
        }
        byPlace = now;
    }

    RankedTasks tasks(int place) {
        return byPlace[place];
    }

    int places() {
        return byPlace.length;
    }

    void add(Task task, int place, long rank, long stamp) {
        byPlace[place].add(task, rank, stamp);
    }

    long size() {
        RankedTasks[] all = byPlace;
        if (all.length == 1) {
            return all[0].size();
        }
        long size = 0;
        for (RankedTasks tasks : all) {
            size += tasks.size();
        }
        return size;
    }

    boolean isEmpty() {
        RankedTasks[] all = byPlace;
        for (RankedTasks tasks : all) {
            if (tasks.size() > 0) {
                return false;
            }
        }
        return true;
    }

    void takeAll(RankedTasks.Sink sink) {
        for (RankedTasks tasks : byPlace) {
            tasks.takeAll(sink);
        }
    }

    // Times of its tasks.

    /** Counts a task, and returns whether its times should be requested. */
    boolean countPush() {
        pushes.increment();
        long count = pushes.sum();
        return count <= ENOUGH_SAMPLES || count % RARELY == 0;
    }

    long pushes() {
        return pushes.sum();
    }

    /** Adds a sample of the time on a team, in nanoseconds. */
    void learn(Team team, double sample) {
        int index = team.index();
        learning.lock();
        try {
            double[] means = index < nanos.length ? nanos.clone() : Arrays.copyOf(nanos, index + 1);
            int[] counts = index < samples.length ? samples.clone() : Arrays.copyOf(samples, index + 1);
            counts[index] = Math.min(counts[index] + 1, MOST_SAMPLES);
            means[index] += (sample - means[index]) / counts[index];
            nanos = means;
            samples = counts;
        } finally {
            learning.unlock();
        }
    }

    /** Returns the mean time on a team in nanoseconds, or 0 if nothing is known. */
    double nanos(Team team) {
        double[] all = nanos;
        return team.index() < all.length ? all[team.index()] : 0;
    }

    int samples(Team team) {
        int[] all = samples;
        return team.index() < all.length ? all[team.index()] : 0;
    }

    // Speed of the teams.

    /**
     * Sets the speed of the teams.
     *
     * @param teams teams that can run its tasks, the fastest first
     * @param factors by team index: how many times slower than the fastest it is
     * @param areFixed whether the factors were configured rather than estimated
     * @param differ whether the teams are known to differ, so that slow ones may have to leave tasks to fast ones
     */
    void rate(Team[] teams, double[] factors, boolean areFixed, boolean differ) {
        slowness = factors;
        fixed = areFixed;
        byTime = teams;
        selective = differ && !restricted;
    }

    double slowness(Team team) {
        double[] all = slowness;
        return team.index() < all.length ? all[team.index()] : 1;
    }

    Team[] byTime() {
        return byTime;
    }

    /** Whether no other team is faster. This is also true while times are unknown. */
    boolean isFastest(Team team) {
        return !selective || byTime[0] == team;
    }

    /**
     * Returns how long the slowest team needs for all waiting tasks, plus one task. Infinite if there is no slower
     * team.
     */
    double slowNanos() {
        Team[] teams = byTime;
        if (!selective || fixed) {
            return Double.POSITIVE_INFINITY;
        }
        Team slow = teams[teams.length - 1];
        return nanos(slow) * ((double) size() / slow.size() + 1);
    }

    boolean isSelective() {
        return selective;
    }

    /** Whether a team may take one of the present tasks. This is an estimate. */
    boolean admits(Team team, Admission admission) {
        if (!selective) {
            return true;
        }
        Team fastest = byTime[0];
        return fastest == team || (fixed ? Admission.BUCKET : admission).admits(this, team, fastest);
    }

    // Work that its tasks release.

    /**
     * Adds a sample of a task's successors: their number, and their work for each team, if it is the fastest for it.
     */
    void learnSuccessors(int count, double[] nanosByTeam) {
        learning.lock();
        try {
            successorSamples = Math.min(successorSamples + 1, MOST_SAMPLES);
            successors += (count - successors) / successorSamples;
            if (released.length < nanosByTeam.length) {
                released = Arrays.copyOf(released, nanosByTeam.length);
            }
            for (int index = 0; index < released.length; index++) {
                double sample = index < nanosByTeam.length ? nanosByTeam[index] : 0;
                released[index] += (sample - released[index]) / successorSamples;
            }
        } finally {
            learning.unlock();
        }
    }

    double successors() {
        learning.lock();
        try {
            return successors;
        } finally {
            learning.unlock();
        }
    }

    double releasedNanos(Team team) {
        learning.lock();
        try {
            return team.index() < released.length ? released[team.index()] : 0;
        } finally {
            learning.unlock();
        }
    }

    @Override
    public String toString() {
        return name;
    }
}
