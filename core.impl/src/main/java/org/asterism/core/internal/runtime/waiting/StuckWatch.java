package org.asterism.core.internal.runtime.waiting;

import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.asterism.api.Clock;
import org.asterism.api.TaskOverview.WaitingTask;
import org.asterism.api.TasksStuckException;

/**
 * Waits for tasks, and notices when they will not end. Now and then whoever waits looks whether anything moves. If nothing does
 * and nothing could by itself, it looks for tasks that wait for each other in a circle, and reports one at once: no movement
 * can break it, see {@link WaitGraph#circle}. Anything else is reported when nothing has moved for as long as the runtime has
 * patience, since a program may still submit what others wait for.
 *
 * <p>A look at a runtime at work costs a glance at each worker. The graph is only built when all are at rest, once per rest and
 * so seldom that it takes a tenth of the waiting time at most.
 */
final class StuckWatch {
    /** What is watched. */
    interface Activity {
        /** How often something has moved so far: it grows with each task that comes or ends, and each worker that wakes. */
        long movements();

        /** Whether no task runs and none will begin by itself. */
        boolean isAtRest();

        /** How many changes of contexts by other threads have ended so far. */
        long changes();

        /** Waits for the end of changes of contexts that are under way on other threads. */
        void awaitChanges();

        /** Looks at what waits for what. */
        TaskInspector look();
    }

    private static final long FIRST_LOOK_NANOS = 10_000_000;
    private static final long SELDOM_NANOS = 250_000_000;
    private static final long LEAST_NANOS = 1_000_000;
    private static final int MOST_LISTED = 10;
    private static final int MOST_TOLD = 3;
    private static final Duration FOR_EVER = Duration.ofNanos(Long.MAX_VALUE);

    private final Waiting waiting;
    private final Clock clock;
    private final boolean virtualTime;
    private final long patience;
    private final Activity activity;

    /** What was said last to somebody who waited, and how much had moved by then. */
    private volatile Verdict last;

    private record Verdict(TasksStuckException said, long movements) {}

    StuckWatch(Waiting waiting, Clock clock, boolean virtualTime, Duration patience, Activity activity) {
        this.waiting = waiting;
        this.clock = clock;
        this.virtualTime = virtualTime;
        this.patience = saturatedNanos(patience);
        this.activity = activity;
    }

    /** What somebody was told last, if nothing has moved since; null else. */
    TasksStuckException standing() {
        Verdict verdict = last;
        return verdict != null && activity.isAtRest() && activity.movements() == verdict.movements()
                ? verdict.said()
                : null;
    }

    private TasksStuckException told(TasksStuckException stuck) {
        last = new Verdict(stuck, activity.movements());
        return stuck;
    }

    private static long saturatedNanos(Duration time) {
        return time.compareTo(FOR_EVER) >= 0 ? Long.MAX_VALUE : Math.max(0, time.toNanos());
    }

    /**
     * Waits until a condition holds.
     *
     * @param condition becomes true when tasks have ended
     * @param beforeSleep called before the thread sleeps for the first time
     * @param time how long to wait at most; null for ever
     * @param what for messages
     * @return false if the time was over first
     * @throws TasksStuckException if it will not become true by itself
     */
    boolean until(BooleanSupplier condition, Runnable beforeSleep, Duration time, String what)
            throws InterruptedException {
        return until(condition, beforeSleep, () -> {}, time, what);
    }

    /**
     * Waits as {@link #until(BooleanSupplier, Runnable, Duration, String)} does.
     *
     * @param meanwhile run now and then by the waiting thread, but not in virtual time
     */
    boolean until(BooleanSupplier condition, Runnable beforeSleep, Runnable meanwhile, Duration time, String what)
            throws InterruptedException {
        if (condition.getAsBoolean()) {
            return true;
        }
        if (!virtualTime) {
            return untilThreads(condition, beforeSleep, meanwhile, time, what);
        }
        // While another thread changes a context, workers find nothing: that is no reason to give up.
        long seen = activity.changes();
        while (true) {
            if (waiting.until(condition, beforeSleep, time == null ? FOR_EVER : time, what)) {
                return true;
            }
            if (time != null) {
                return false;
            }
            activity.awaitChanges();
            long now = activity.changes();
            if (now == seen) {
                break;
            }
            seen = now;
            waiting.lookAgain();
        }
        TaskInspector look = activity.look();
        refuseCircle(look);
        throw told(stuck(look, what));
    }

    private boolean untilThreads(
            BooleanSupplier condition, Runnable beforeSleep, Runnable meanwhile, Duration time, String what)
            throws InterruptedException {
        long limit = time == null ? Long.MAX_VALUE : saturatedNanos(time);
        long begin = clock.nanoTime();
        long pause = Math.min(FIRST_LOOK_NANOS, Math.max(LEAST_NANOS, patience));
        long nextLook = begin;
        Rest rest = new Rest(what);
        for (Runnable first = beforeSleep; ; first = () -> {}) {
            long left = limit - (clock.nanoTime() - begin);
            if (waiting.until(condition, first, Duration.ofNanos(Math.min(pause, Math.max(0, left))), what)) {
                return true;
            }
            if (limit != Long.MAX_VALUE && clock.nanoTime() - begin >= limit) {
                return false;
            }
            meanwhile.run();
            long lookBegan = clock.nanoTime();
            if (lookBegan - nextLook >= 0) {
                if (rest.hasLastedTooLong() && !condition.getAsBoolean()) {
                    throw told(stuck(activity.look(), what));
                }
                long lookEnded = clock.nanoTime();
                nextLook = lookEnded + 10 * (lookEnded - lookBegan);
            }
            pause = Math.min(2 * pause, SELDOM_NANOS);
        }
    }

    /** What one who waits has seen of a rest. */
    private final class Rest {
        private final String what;
        private boolean resting;
        private long movements;
        private long since;

        Rest(String what) {
            this.what = what;
        }

        /** Looks, and reports a circle; true if nothing has moved for as long as there is patience. */
        boolean hasLastedTooLong() {
            long now = clock.nanoTime();
            long seen =
                    activity.movements(); // before the look whether all rests: who moves later is seen the next time
            if (!activity.isAtRest()) {
                resting = false;
                return false;
            }
            if (resting && seen == movements) {
                return now - since >= patience;
            }
            resting = true;
            movements = seen;
            since = now;
            refuseCircle(activity.look());
            return false;
        }
    }

    private void refuseCircle(TaskInspector look) {
        look.circle().ifPresent(circle -> {
            throw told(new TasksStuckException(
                    "tasks wait for each other in a circle and will never end: " + circle.text()
                            + ". They stay submitted; a tag in the circle can be notified by hand",
                    circle.tasks()));
        });
    }

    private static TasksStuckException stuck(TaskInspector look, String what) {
        List<WaitingTask> waiting = look.oldestWaiting(MOST_LISTED);
        StringBuilder text = new StringBuilder(what)
                .append(" will not end unless somebody does what they wait for: ")
                .append(look.left())
                .append(look.left() == 1 ? " is left" : " are left");
        for (WaitingTask task : waiting.subList(0, Math.min(MOST_TOLD, waiting.size()))) {
            text.append("; ")
                    .append(task.codelet())
                    .append('#')
                    .append(task.id())
                    .append(" waits for ");
            text.append(
                    task.waitsFor().isEmpty()
                            ? "nothing that was found: it moved on during the look"
                            : String.join(", ", task.waitsFor()));
        }
        return new TasksStuckException(text.append(". They stay submitted").toString(), waiting);
    }
}
