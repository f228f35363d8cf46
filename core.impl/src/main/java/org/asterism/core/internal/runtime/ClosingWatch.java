package org.asterism.core.internal.runtime;

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
import org.asterism.core.internal.observation.SafeLog;
import org.asterism.core.internal.task.Job;
import org.asterism.core.internal.worker.WorkerEngine;

/**
 * Watches what workers run while something that is closed waits for it: reports every ten seconds what does not return,
 * and gives it up after the closing timeout. Times begin with the first look at a task, since workers do not note when
 * a kernel begins.
 *
 * <p>For the thread that waits. It may look as often as it likes.
 */
final class ClosingWatch {
    private static final Logger LOG = System.getLogger(ClosingWatch.class.getName());
    private static final long PERIOD_NANOS = TimeUnit.SECONDS.toNanos(10);
    private static final long LEAST_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
    private static final Duration FOR_EVER = Duration.ofNanos(Long.MAX_VALUE);

    private final String what;
    private final Clock clock;
    private final long timeout;
    private final Supplier<List<WorkerEngine>> workers;
    private final Predicate<Job> concerned;
    private final Map<WorkerEngine, Sight> sights = new HashMap<>();
    private long lastLook;

    /** A worker that was seen to be at the same task since a time. */
    private static final class Sight {
        private final Job job;
        private final long executed;
        private final long since;
        private long nextReport;

        Sight(Job job, long executed, long since) {
            this.job = job;
            this.executed = executed;
            this.since = since;
            nextReport = since + PERIOD_NANOS;
        }

        boolean isStill(Job now, long executedNow) {
            return job == now && executed == executedNow;
        }
    }

    /**
     * Makes a watch that has seen nothing.
     *
     * @param what waits, for messages
     * @param timeout after which something is given up
     * @param workers which may be waited for
     * @param concerned whether a task is waited for
     */
    ClosingWatch(
            String what,
            Clock clock,
            Duration timeout,
            Supplier<List<WorkerEngine>> workers,
            Predicate<Job> concerned) {
        this.what = what;
        this.clock = clock;
        this.timeout = timeout.compareTo(FOR_EVER) >= 0 ? Long.MAX_VALUE : timeout.toNanos();
        this.workers = workers;
        this.concerned = concerned;
        lastLook = clock.nanoTime() - LEAST_NANOS;
    }

    /** Looks at what the workers run, unless that was done just now. */
    void look() {
        long now = clock.nanoTime();
        if (now - lastLook < LEAST_NANOS) {
            return;
        }
        lastLook = now;
        for (WorkerEngine worker : workers.get()) {
            Job job = worker.isStuck() ? null : worker.glance();
            if (job == null || !concerned.test(job)) {
                sights.remove(worker);
            } else {
                look(worker, job, now);
            }
        }
    }

    private void look(WorkerEngine worker, Job job, long now) {
        Sight sight = sights.get(worker);
        if (sight == null || !sight.isStill(job, worker.executedTasks())) {
            sights.put(worker, new Sight(job, worker.executedTasks(), now));
            return;
        }
        long elapsed = now - sight.since;
        if (elapsed >= timeout) {
            giveUp(worker, job, elapsed);
        } else if (now - sight.nextReport >= 0) {
            sight.nextReport = now + PERIOD_NANOS;
            SafeLog.say(LOG, Level.WARNING, sentence(worker, job, elapsed) + giveUpLater(), null);
        }
    }

    private String sentence(WorkerEngine worker, Job job, long elapsed) {
        return what + " waits for " + job + " (codelet '" + job.codelet().name() + "', " + job.state()
                + "), which worker " + worker.name() + " has been running for at least " + seconds(elapsed) + " s";
    }

    private String giveUpLater() {
        return timeout == Long.MAX_VALUE
                ? "; it is never given up (RuntimeConfiguration.withClosingTimeout)"
                : "; it is given up after " + seconds(timeout) + " s (RuntimeConfiguration.withClosingTimeout)";
    }

    private void giveUp(WorkerEngine worker, Job job, long elapsed) {
        String sentence = sentence(worker, job, elapsed);
        SafeLog.say(LOG, Level.ERROR, sentence + "; it is given up, and the worker is stuck until it returns", null);
        worker.giveUp(
                job,
                new IllegalStateException(sentence
                        + " and is given up: its data may still change; set a longer closing timeout"
                        + " (RuntimeConfiguration.withClosingTimeout) if the kernel only takes its time"));
    }

    private static String seconds(long nanos) {
        return Double.toString(Math.round(nanos / 1e8) / 10.0);
    }
}
