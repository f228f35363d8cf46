package org.asterism.console.web.internal.live;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.asterism.api.Observation;
import org.asterism.api.TaskRuntime;
import org.asterism.profile.Profile;
import org.asterism.profile.Profiler;
import org.asterism.profile.ProfilerSettings;
import org.asterism.profile.Standstill;
import org.asterism.profile.StandstillWatch;

/**
 * Observes a runtime while pages show it. The profiler costs more than the rest, so it runs only while a page shows why
 * workers are idle.
 */
public final class RuntimeWatch implements AutoCloseable {
    private static final long IDLE_NANOS = TimeUnit.SECONDS.toNanos(5);
    private static final long BETWEEN_SAMPLES = TimeUnit.MILLISECONDS.toNanos(400);
    private static final int MOST_SAMPLES = 600;
    private static final int FINISHED_TASKS = 100;

    private final TaskRuntime runtime;
    private final LiveObserver observer;
    private final Observation observation;
    private final Deque<Sample> samples = new ArrayDeque<>();
    private final StandstillWatch standstills;
    private long sampled;
    private final LongSupplier clock;
    private volatile long used;
    private Profiler profiler;
    private long profileUsed;

    RuntimeWatch(TaskRuntime runtime, LongSupplier clock) {
        this.runtime = runtime;
        this.clock = clock;
        used = clock.getAsLong();
        standstills = new StandstillWatch(runtime, clock);
        int workers = runtime.hasBegun() ? runtime.workers().size() : 1;
        observer = new LiveObserver(runtime.clock(), workers);
        observation = runtime.observe(observer);
    }

    void use() {
        used = clock.getAsLong();
    }

    /**
     * Returns the changes of the workers' lanes.
     *
     * @param since the number of the look before; 0 for everything
     * @return a snapshot
     */
    public LanesView lanes(long since) {
        return observer.look(since);
    }

    /**
     * Returns the copies since the runtime is observed.
     *
     * @return the most bytes first
     */
    public List<LinkView> links() {
        return observer.links();
    }

    /**
     * Takes a sample, if the last one is not too fresh.
     *
     * @param after the number of a sample
     * @return those after it, the oldest first
     */
    public synchronized List<Sample> samples(long after) {
        long now = clock.getAsLong();
        if (samples.isEmpty() || now - sampled >= BETWEEN_SAMPLES) {
            sampled = now;
            samples.add(Sample.of(runtime, samples.peekLast()));
            if (samples.size() > MOST_SAMPLES) {
                samples.removeFirst();
            }
        }
        return samples.stream().filter(each -> each.number() > after).toList();
    }

    /**
     * Returns the standstill of the runtime.
     *
     * @return empty if something moves, no task waits, or the runtime is paused
     */
    public Optional<Standstill> standstill() {
        return standstills.look();
    }

    /**
     * Profiles the runtime from the first call on.
     *
     * @return the figures since then
     */
    public synchronized Profile profile() {
        profileUsed = clock.getAsLong();
        if (profiler == null) {
            profiler = Profiler.of(runtime, ProfilerSettings.defaults().withFinishedTasks(FINISHED_TASKS));
        }
        return profiler.profile();
    }

    /** Ends the profiler if no page needs it any more. Returns whether no page has shown the runtime for a while. */
    synchronized boolean isUnused() {
        long now = clock.getAsLong();
        if (profiler != null && now - profileUsed > IDLE_NANOS) {
            profiler.close();
            profiler = null;
        }
        return now - used > IDLE_NANOS;
    }

    /** Ends the observation. */
    @Override
    public synchronized void close() {
        observation.close();
        if (profiler != null) {
            profiler.close();
            profiler = null;
        }
    }
}
