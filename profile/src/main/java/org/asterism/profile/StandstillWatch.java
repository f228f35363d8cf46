package org.asterism.profile;

import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.asterism.api.ContextLoad;
import org.asterism.api.Explanation;
import org.asterism.api.SchedulingContext;
import org.asterism.api.TaskRuntime;

/**
 * Detects that nothing moves while tasks wait, by comparing the counts of a runtime between two calls. It costs nothing
 * between them. An explanation takes time in proportion to the number of unfinished tasks, so each standstill is
 * explained once.
 *
 * <p>Any thread may use it.
 */
public final class StandstillWatch {
    /** The time after which a pause between tasks counts as a standstill. */
    private static final long LEAST_NANOS = TimeUnit.SECONDS.toNanos(3);

    private record Counts(long submitted, long ready, long running, long ended) {
        static Counts of(TaskRuntime runtime) {
            long submitted = 0;
            long ready = 0;
            long running = 0;
            long ended = 0;
            for (SchedulingContext context : runtime.contexts()) {
                ContextLoad load = context.load();
                submitted += load.submitted();
                ready += load.ready();
                running += load.running();
                ended += load.done() + load.failed() + load.cancelled();
            }
            return new Counts(submitted, ready, running, ended);
        }

        /**
         * Whether nothing has moved. Not {@code equals}: that of a record leaves the record's class in a cache of the
         * JDK, and with it the class loader of this bundle after an update.
         */
        boolean isSameAs(Counts other) {
            return other != null
                    && submitted == other.submitted
                    && ready == other.ready
                    && running == other.running
                    && ended == other.ended;
        }
    }

    private record Explained(long since, Explanation why) {}

    private final TaskRuntime runtime;
    private final LongSupplier nanoTime;
    private Counts last;
    private long since;
    private volatile Explained explained;

    /**
     * Begins to watch a runtime.
     *
     * @param runtime the runtime; it is not started
     * @param nanoTime the real time, in nanoseconds
     */
    public StandstillWatch(TaskRuntime runtime, LongSupplier nanoTime) {
        this.runtime = runtime;
        this.nanoTime = nanoTime;
    }

    /**
     * Compares the runtime with its state at the call before. A standstill begins at the first of the calls that found
     * the same state.
     *
     * @return the standstill; empty if something has moved within the last three seconds, a task runs, none waits, or
     *     the runtime is paused or held by a debugger
     */
    public Optional<Standstill> look() {
        if (!runtime.hasBegun()) {
            return Optional.empty();
        }
        Counts counts = Counts.of(runtime);
        long now = nanoTime.getAsLong();
        long began;
        synchronized (this) {
            if (!counts.isSameAs(last)) {
                since = now;
            }
            last = counts;
            began = since;
        }
        long tasks = counts.running() > 0 ? 0 : counts.submitted() - counts.ended();
        if (tasks <= 0
                || now - began < LEAST_NANOS
                || runtime.isPaused()
                || !runtime.heldTasks().isEmpty()) {
            return Optional.empty();
        }
        return explanation(began).map(why -> new Standstill(tasks, now - began, why));
    }

    private Optional<Explanation> explanation(long began) {
        Explained known = explained;
        if (known != null && known.since() == began) {
            return Optional.of(known.why());
        }
        Optional<Explanation> why =
                runtime.unfinishedTasks().stream().findFirst().map(runtime::explain);
        explained = why.map(each -> new Explained(began, each)).orElse(null);
        return why;
    }
}
