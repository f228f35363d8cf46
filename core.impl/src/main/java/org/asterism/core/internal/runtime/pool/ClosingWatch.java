package org.asterism.core.internal.runtime.pool;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.asterism.api.Clock;
import org.asterism.api.TaskState;
import org.asterism.core.internal.observation.SafeLog;
import org.asterism.core.internal.task.Job;
import org.asterism.core.internal.task.Progress;
import org.asterism.core.internal.worker.WorkerEngine;

/**
 * Watches the tasks and copies of workers while a thread that closes something waits for them.
 *
 * <p>It reports every ten seconds those that make no progress, and gives them up after the closing timeout. If one
 * cannot be given up, it is reported for as long as a thread waits. Times begin with the first look at a task in a
 * state, since workers do not note when a kernel begins.
 *
 * <p>Used by the thread that waits. It may look as often as it likes.
 */
public final class ClosingWatch {
    private static final Logger LOG = System.getLogger(ClosingWatch.class.getName());
    private static final long LEAST_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    private final String what;
    private final Clock clock;
    private final Duration timeout;
    private final Supplier<List<WorkerEngine>> workers;
    private final Predicate<Job> concerned;
    private Map<Place, TimedWait> watched = new HashMap<>();
    private long lastLook;

    /** A task in the hands of a worker. All members of a team may have the same task. */
    private record Place(WorkerEngine worker, Job job) {}

    /** The progress of a task. It changes with each step forward. */
    private record Stage(TaskState state, long executed) {}

    /**
     * Makes a watch that has seen nothing.
     *
     * @param what waits, for messages
     * @param timeout after which something is given up
     * @param workers the workers that may be waited for
     * @param concerned whether a task is waited for
     */
    public ClosingWatch(
            String what,
            Clock clock,
            Duration timeout,
            Supplier<List<WorkerEngine>> workers,
            Predicate<Job> concerned) {
        this.what = what;
        this.clock = clock;
        this.timeout = timeout;
        this.workers = workers;
        this.concerned = concerned;
        lastLook = clock.nanoTime() - LEAST_NANOS;
    }

    /** Looks at what the workers have under way, unless that was done just now. */
    public void look() {
        long now = clock.nanoTime();
        if (now - lastLook < LEAST_NANOS) {
            return;
        }
        lastLook = now;
        Map<Place, TimedWait> before = watched;
        watched = new HashMap<>();
        for (WorkerEngine worker : workers.get()) {
            worker.forEachUnderWay(job -> {
                Place place = new Place(worker, job);
                boolean isDone = Progress.isGivenUp(job) && worker.hasPassedOver(job);
                if (!isDone && !watched.containsKey(place) && concerned.test(job)) {
                    look(place, before.get(place), now);
                }
            });
        }
    }

    /** Begins anew with all times, because what was seen could not make progress. */
    public void forget() {
        watched = new HashMap<>();
    }

    private void look(Place place, TimedWait before, long now) {
        Stage stage = new Stage(place.job().state(), place.worker().executedTasks());
        TimedWait wait = before == null ? new TimedWait(stage, timeout, now) : before.orFor(stage, timeout, now);
        watched.put(place, wait);
        if (!wait.isReportDue(now)) {
            return;
        }
        boolean runs = stage.state() == TaskState.RUNNING;
        String sentence = what + " waits for " + place.job() + " (codelet '"
                + place.job().codelet().name() + "', " + stage.state() + "), which worker "
                + place.worker().name() + (runs ? " has been running" : " has had in this state") + " for at least "
                + wait.elapsed(now);
        if (wait.isOver(now)) {
            giveUp(place, sentence);
        } else {
            SafeLog.say(LOG, Level.WARNING, sentence + wait.limit(), null);
        }
    }

    private void giveUp(Place place, String sentence) {
        boolean taken = place.worker()
                .giveUp(
                        place.job(),
                        new IllegalStateException(sentence
                                + " and is given up: if its kernel runs, its data may still change; set a longer "
                                + "closing timeout"
                                + " (RuntimeConfiguration.withClosingTimeout) if it only takes its time"));
        SafeLog.say(
                LOG,
                Level.ERROR,
                sentence
                        + (taken
                                ? "; it is given up, and if its kernel runs the worker is stuck until that returns"
                                : "; it cannot be given up, and the worker is stuck until it gets on"),
                null);
    }
}
