package org.asterism.profile;

import java.util.Optional;
import java.util.function.LongFunction;
import org.asterism.api.TaskRuntime;
import org.asterism.profile.internal.Tallies;

/**
 * Profiles a runtime from its creation until it is closed: where the time of workers, links and tasks goes, and why
 * workers were idle. A runtime without profiler pays nothing for it.
 *
 * <p><b>Memory.</b> Sums per worker, link, codelet and cause, all bounded; a history of each unfinished task; and
 * histories of the last finished tasks, see {@link ProfilerSettings#finishedTasks}.
 *
 * <p><b>Threads.</b> Any. A snapshot is taken while workers go on, so its figures may differ by the events of a moment.
 */
public final class Profiler implements AutoCloseable {
    private final LongFunction<Optional<TaskHistory>> histories;

    /** Null as soon as the profiler is closed: it must not keep the runtime. */
    private volatile Tallies tallies;

    private volatile Profile last;

    private Profiler(TaskRuntime runtime, ProfilerSettings settings) {
        tallies = new Tallies(runtime, settings);
        histories = tallies.histories();
    }

    /**
     * Begins to profile with the usual settings.
     *
     * @param runtime the runtime, or its view of one context; the latter knows nothing of transfers
     * @return the profiler, to be closed
     */
    public static Profiler of(TaskRuntime runtime) {
        return of(runtime, ProfilerSettings.defaults());
    }

    /**
     * Begins to profile.
     *
     * @param runtime the runtime, or its view of one context; the latter knows nothing of transfers
     * @param settings how to do it
     * @return the profiler, to be closed
     */
    public static Profiler of(TaskRuntime runtime, ProfilerSettings settings) {
        return new Profiler(runtime, settings);
    }

    /**
     * The figures since the profiler was made, or reset.
     *
     * @return as of now, or of the moment when the profiler was closed
     */
    public Profile profile() {
        Tallies open = tallies;
        return open == null ? last : open.profile();
    }

    /**
     * The history of a task that is unfinished, or among the last that have finished.
     *
     * @param id the task's number
     * @return empty if the profiler does not know it, or not any more
     */
    public Optional<TaskHistory> task(long id) {
        return histories.apply(id);
    }

    /** Sets all figures to 0 and forgets the finished tasks. Does nothing if the profiler is closed. */
    public void reset() {
        Tallies open = tallies;
        if (open != null) {
            open.reset();
        }
    }

    /**
     * Ends profiling, and lets go of the runtime and its tasks. The figures and histories can still be read. Does
     * nothing the second time.
     */
    @Override
    public synchronized void close() {
        Tallies open = tallies;
        if (open != null) {
            last = open.close();
            tallies = null;
        }
    }
}
