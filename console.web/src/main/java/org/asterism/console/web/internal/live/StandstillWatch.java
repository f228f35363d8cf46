package org.asterism.console.web.internal.live;

import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.asterism.api.Explanation;
import org.asterism.api.TaskRuntime;

/**
 * Detects that nothing moves while tasks wait, by comparing samples. An explanation takes time in proportion to the
 * number of unfinished tasks, so each standstill is explained once.
 */
final class StandstillWatch {
    /** The time after which a pause between tasks counts as a standstill. */
    private static final long LEAST_NANOS = TimeUnit.SECONDS.toNanos(3);

    private record Explained(long since, Explanation why) {}

    private final TaskRuntime runtime;
    private Sample last;
    private long since;
    private volatile Explained explained;

    StandstillWatch(TaskRuntime runtime) {
        this.runtime = runtime;
    }

    /** Compares a sample with the one before. */
    synchronized void add(Sample sample, long now) {
        if (last == null || !sample.hasCountsOf(last)) {
            since = now;
        }
        last = sample;
    }

    /** Returns the standstill, if there is one that neither a pause nor a debugger explains. */
    Optional<Standstill> standstill(long now) {
        long tasks;
        long began;
        synchronized (this) {
            tasks = last == null || last.running() > 0 ? 0 : last.unfinished();
            began = since;
        }
        if (tasks == 0
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
