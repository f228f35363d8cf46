package org.asterism.core.internal.runtime.waiting;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import org.asterism.api.Clock;
import org.asterism.api.TaskOverview.WaitingTask;
import org.asterism.api.TasksStuckException;
import org.asterism.core.internal.task.GraphNode;
import org.asterism.core.internal.task.Round;

/**
 * Waits for tasks, and detects that they will not end.
 *
 * <p>Now and then a waiting thread checks whether anything moves. If nothing moves, and nothing could move by itself,
 * it looks for tasks that wait for each other in a circle. It reports a circle at once, because no movement can break
 * it, see {@link WaitGraph#circle}. Any other standstill is reported when nothing has moved for the runtime's patience,
 * since a program may still submit the tasks that others wait for. It is not reported while a task waits for outside
 * work, another thread of the program holds data, or an observer keeps a thread, see {@link OutsideParties}.
 *
 * <p>The check of a busy runtime only reads a few fields of each worker. The graph is only built when all workers rest,
 * once per rest for all threads that wait then. It takes a tenth of the waiting time at most; see {@link SharedLook}.
 */
final class StuckWatch {
    /** The activity that is watched. */
    interface Activity {
        /**
         * Returns the number of times that something has moved so far: it grows with each task that comes or ends, and
         * each worker that wakes.
         */
        long movements();

        boolean isAtRest();

        /** Returns the number of pieces of outside work that tasks wait for. */
        long outsideWork();

        /** Whether an observer keeps a thread, as a breakpoint does, and somebody is expected to let it go. */
        boolean isHeld();

        /**
         * The data that the program holds; each tells as a string what is held, and by whom.
         *
         * @param cannotRelease threads whose data are left out
         */
        Collection<?> heldBeyond(Predicate<Thread> cannotRelease);

        /** Returns the number of changes of contexts by other threads that have ended so far. */
        long changes();

        /** Waits for the end of changes of contexts that are under way on other threads. */
        void awaitChanges();

        /**
         * Looks at what waits for what.
         *
         * @param awaited the events that are searched in any case, because threads wait for them
         */
        TaskInspector look(Collection<GraphNode> awaited);
    }

    private static final long FIRST_LOOK_NANOS = 10_000_000;
    private static final long SELDOM_NANOS = 250_000_000;

    /** The same for one thing: there may be thousands of threads, each of which waits for a task of its own. */
    private static final long SELDOM_FOR_ONE_NANOS = 1_000_000_000;

    private static final long LEAST_NANOS = 1_000_000;
    private static final int NAPS_BEFORE_WARNING = 1_000;
    private static final int MOST_LISTED = 10;
    private static final int MOST_TOLD = 3;
    private static final Duration FOR_EVER = Duration.ofNanos(Long.MAX_VALUE);

    private final Waiting waiting;
    private final Clock clock;
    private final boolean virtualTime;
    private final long patience;
    private final Activity activity;
    private final SharedLook looks;
    private final OutsideParties outside;

    /** The last report to a thread that waited for tasks at large, with the count of movements at that time. */
    private volatile Verdict last;

    private record Verdict(TasksStuckException said, long movements) {}

    /** Lets a thread sleep until its awaited event has happened, or a limited time is over. */
    private interface Sleep {
        boolean until(Runnable beforeSleep, Duration time) throws InterruptedException;
    }

    /**
     * The event that a thread waits for.
     *
     * @param isOne whether it is a single event, and not tasks at large
     * @param node its node in the graph; null for tasks at large, and for events without a node
     */
    private record Awaited(BooleanSupplier hasEnded, String what, boolean isOne, GraphNode node, Sleep sleep) {}

    StuckWatch(Waiting waiting, Clock clock, boolean virtualTime, Duration patience, Activity activity) {
        this.waiting = waiting;
        this.clock = clock;
        this.virtualTime = virtualTime;
        this.patience = Math.max(0, TimeUnit.NANOSECONDS.convert(patience));
        this.activity = activity;
        looks = new SharedLook(activity, clock);
        outside = new OutsideParties(activity);
    }

    /** Last exception of a wait for all tasks, if nothing has changed since; otherwise null. */
    TasksStuckException standing() {
        Verdict verdict = last;
        return verdict != null
                        && activity.isAtRest()
                        && activity.movements() == verdict.movements()
                        && outside.count() == 0
                ? verdict.said()
                : null;
    }

    /** Whether an observer keeps a thread, so that what does not move now may move later. */
    boolean isHeld() {
        return activity.isHeld();
    }

    private TasksStuckException told(TasksStuckException stuck, Awaited awaited) {
        if (!awaited.isOne()) { // else it says nothing of other data and tasks
            last = new Verdict(stuck, activity.movements());
        }
        return stuck;
    }

    /**
     * Waits until a condition holds.
     *
     * @param condition becomes true when tasks have ended
     * @param beforeSleep called before the thread sleeps for the first time
     * @param time the longest time to wait; null for no limit
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
        Sleep sleep = (first, longest) -> waiting.until(condition, first, longest, what);
        return until(new Awaited(condition, what, false, null, sleep), beforeSleep, meanwhile, time);
    }

    /**
     * Waits until an event has ended, which is then passed to {@link Waiting#wake}.
     *
     * @param awaited as for {@link Waiting#untilEnd}
     * @param hasEnded whether it has
     * @param beforeSleep called before the thread sleeps for the first time
     * @param time the longest time to wait; null for no limit
     * @param what for messages
     * @return false if the time was over first
     * @throws TasksStuckException if it will not end by itself
     */
    boolean untilEnd(Object awaited, BooleanSupplier hasEnded, Runnable beforeSleep, Duration time, String what)
            throws InterruptedException {
        Sleep sleep = (first, longest) -> waiting.untilEnd(awaited, hasEnded, first, longest, what);
        GraphNode node = awaited instanceof GraphNode known ? known : null;
        return until(new Awaited(hasEnded, what, true, node, sleep), beforeSleep, () -> {}, time);
    }

    /**
     * Waits until a tag is done, as {@link #untilEnd} does. The thread that notifies the tag wakes all threads that
     * wait for a condition.
     */
    boolean untilDone(Round tag, Duration time) throws InterruptedException {
        Sleep sleep = (first, longest) -> waiting.until(tag::isDone, first, longest, tag.toString());
        return until(new Awaited(tag::isDone, tag.toString(), true, tag, sleep), () -> {}, () -> {}, time);
    }

    private boolean until(Awaited awaited, Runnable beforeSleep, Runnable meanwhile, Duration time)
            throws InterruptedException {
        if (awaited.hasEnded().getAsBoolean()) {
            return true;
        }
        if (!virtualTime) {
            return untilThreads(awaited, beforeSleep, meanwhile, time);
        }
        return time == null
                ? withoutLimit(() -> untilNothingIsLeft(awaited, beforeSleep, null))
                : untilNothingIsLeft(awaited, beforeSleep, time);
    }

    /** A wait of a thread of the program. */
    interface Wait {
        boolean begin() throws InterruptedException;
    }

    /** Makes a thread wait without a limit. It cannot work for other threads meanwhile. */
    boolean withoutLimit(Wait wait) throws InterruptedException {
        outside.waitBegins();
        try {
            return wait.begin();
        } finally {
            outside.waitEnds();
        }
    }

    /** Waits in virtual time. */
    private boolean untilNothingIsLeft(Awaited awaited, Runnable beforeSleep, Duration time)
            throws InterruptedException {
        // While another thread changes a context, workers find nothing: that is no reason to give up.
        long seen = activity.changes();
        while (true) {
            boolean maySomebodyElseGoOn = outside.count() > 0; // who may do so while the loop comes to its end
            if (awaited.sleep().until(beforeSleep, time == null ? FOR_EVER : time)) {
                return true;
            }
            if (time != null) {
                return false;
            }
            activity.awaitChanges();
            long now = activity.changes();
            if (now == seen && !hasWaitedForOthers(awaited) && !maySomebodyElseGoOn) {
                break;
            }
            seen = now;
            waiting.lookAgain();
        }
        TaskInspector look = activity.look(awaited.node() == null ? List.of() : List.of(awaited.node()));
        refuseCircle(look, awaited);
        throw told(stuck(look, awaited), awaited);
    }

    /**
     * Waits, in real time, until others have ended their work, released data or notified a tag; false if there are no
     * others.
     */
    private boolean hasWaitedForOthers(Awaited awaited) throws InterruptedException {
        long parties = outside.count();
        long movements = activity.movements();
        for (int naps = 0;
                parties > 0
                        && outside.count() == parties
                        && activity.movements() == movements
                        && !awaited.hasEnded().getAsBoolean(); // a tag that a thread notifies is no movement
                naps++) {
            if (naps == NAPS_BEFORE_WARNING) {
                outside.warn(awaited.what(), movements, Duration.ofNanos(naps * LEAST_NANOS));
            }
            LockSupport.parkNanos(LEAST_NANOS);
            if (Thread.interrupted()) {
                throw new InterruptedException("interrupted while waiting for tasks");
            }
        }
        return parties > 0;
    }

    private boolean untilThreads(Awaited awaited, Runnable beforeSleep, Runnable meanwhile, Duration time)
            throws InterruptedException {
        Rest rest = new Rest(awaited, time == null);
        try {
            return untilThreads(awaited, beforeSleep, meanwhile, time, rest);
        } finally {
            rest.end();
        }
    }

    private boolean untilThreads(Awaited awaited, Runnable beforeSleep, Runnable meanwhile, Duration time, Rest rest)
            throws InterruptedException {
        long limit = time == null ? Long.MAX_VALUE : Math.max(0, TimeUnit.NANOSECONDS.convert(time));
        long begin = clock.nanoTime();
        long pause = Math.min(FIRST_LOOK_NANOS, Math.max(LEAST_NANOS, patience));
        long longestPause = awaited.isOne() ? SELDOM_FOR_ONE_NANOS : SELDOM_NANOS;
        long nextLook = begin;
        for (Runnable first = beforeSleep; ; first = () -> {}) {
            long left = limit - (clock.nanoTime() - begin);
            if (awaited.sleep().until(first, Duration.ofNanos(Math.min(pause, Math.max(0, left))))) {
                return true;
            }
            if (limit != Long.MAX_VALUE && clock.nanoTime() - begin >= limit) {
                return false;
            }
            meanwhile.run();
            long lookBegan = clock.nanoTime();
            if (lookBegan - nextLook >= 0) {
                if (rest.hasLastedTooLong() && !awaited.hasEnded().getAsBoolean()) {
                    throw told(stuck(rest.look(), awaited), awaited);
                }
                long lookEnded = clock.nanoTime();
                nextLook = lookEnded + 10 * (lookEnded - lookBegan);
            }
            pause = Math.min(2 * pause, longestPause);
        }
    }

    /** A waiting thread's observations of a rest. */
    private final class Rest {
        private final Awaited awaited;
        private final boolean isWithoutLimit;
        private boolean hasLooked;
        private boolean resting;
        private long movements;
        private long firstLook;
        private long began;

        /** Since when nobody else could have ended the rest. */
        private long since;

        Rest(Awaited awaited, boolean isWithoutLimit) {
            this.awaited = awaited;
            this.isWithoutLimit = isWithoutLimit;
        }

        /** Looks, and reports a circle; true if nothing has moved for as long as there is patience. */
        boolean hasLastedTooLong() {
            long now = clock.nanoTime();
            if (!hasLooked) { // most waits end before
                begin(now);
            }
            long seen =
                    activity.movements(); // before the look whether all rests: who moves later is seen the next time
            if (!activity.isAtRest()) {
                resting = false;
                looks.forget();
                return false;
            }
            if (resting && seen == movements) {
                if (outside.count() > 0 || activity.movements() != seen) { // it has ended since the first look
                    since = now;
                    if (now - began >= patience) {
                        outside.warn(awaited.what(), seen, Duration.ofNanos(now - began));
                    }
                    return false;
                }
                return now - since >= patience;
            }
            resting = true;
            movements = seen;
            since = now;
            began = now;
            refuseCircle(look(), awaited);
            return false;
        }

        private void begin(long now) {
            hasLooked = true;
            firstLook = now;
            looks.waitBegins(awaited.node());
            if (isWithoutLimit) {
                outside.waitBegins();
            }
        }

        TaskInspector look() {
            return looks.take(awaited.node(), firstLook);
        }

        void end() {
            if (hasLooked) {
                looks.waitEnds(awaited.node());
                if (isWithoutLimit) {
                    outside.waitEnds();
                }
            }
        }
    }

    private void refuseCircle(TaskInspector look, Awaited awaited) {
        if (awaited.isOne() && awaited.node() == null) {
            return; // it has no place in the graph, so nobody knows whether it is behind the circle
        }
        look.circle(awaited.node())
                .filter(circle -> !awaited.hasEnded().getAsBoolean())
                .ifPresent(circle -> {
                    TasksStuckException stuck = new TasksStuckException(
                            "tasks wait for each other in a circle and will never end: " + circle.text()
                                    + ". They stay submitted; a tag in the circle can be notified by hand",
                            circle.tasks());
                    throw told(stuck, awaited);
                });
    }

    private static TasksStuckException stuck(TaskInspector look, Awaited awaited) {
        List<WaitingTask> waiting = look.oldestWaiting(awaited.node(), MOST_LISTED);
        StringBuilder text = new StringBuilder(willNotEnd(look, awaited))
                .append(": ")
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

    private static String willNotEnd(TaskInspector look, Awaited awaited) {
        if (awaited.node() instanceof Round tag) {
            return look.name(tag) + ", will not be done unless somebody sees to it";
        }
        return (awaited.node() == null ? awaited.what() : look.name(awaited.node()))
                + " will not end unless somebody does what " + (awaited.isOne() ? "it waits for" : "they wait for");
    }
}
