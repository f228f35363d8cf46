package org.asterism.core.internal.stepping;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import org.asterism.api.MemoryNode;
import org.asterism.api.StepResult;
import org.asterism.core.internal.worker.ProgramStepper;
import org.asterism.core.internal.worker.Stepper;
import org.asterism.core.internal.worker.WorkerEngine;
import org.asterism.spi.driver.EventClock;

/**
 * Steps all engines of a runtime on one thread, in virtual time.
 *
 * <p>Engines that can go on are stepped in turn. When none can, the clock advances to the next planned moment, such as
 * the end of a kernel. An engine that finds nothing sleeps until the core wakes it, exactly as a thread would. So the
 * cost of a step is the same for any number of engines, and a policy that forgets to wake its workers is detected. The
 * same program always takes the same course.
 *
 * <p>Used by one thread at a time. Other threads may {@link #wake} engines and plan something {@link #soon}, as threads
 * that change contexts do. An engine that is just about to fall asleep may miss such a call. So a waiting thread makes
 * the loop {@link #stir} the engines when the loop has nothing left to do.
 */
public final class EventLoop implements Stepper {
    /**
     * A planned event. Of events at equal moments, the one planned at an earlier time comes first. Of those planned at
     * the same time, the last comes first, unless it is planned {@link #behind} the others. This is the order of
     * StarPU's simulation, so that schedules can be compared.
     */
    private final class Planned implements EventClock.Event, Comparable<Planned> {
        private final long time;
        private final long plannedAt;
        private final long order;
        private final boolean inBackground;
        private Runnable action;

        Planned(long time, long plannedAt, long order, boolean inBackground, Runnable action) {
            this.time = time;
            this.plannedAt = plannedAt;
            this.order = order;
            this.inBackground = inBackground;
            this.action = action;
        }

        @Override
        public void cancel() {
            if (action != null) {
                action = null; // it stays where it is: taking it out would cost a search
                pending -= inBackground ? 0 : 1;
            }
        }

        void happen() {
            Runnable now = action;
            cancel();
            now.run();
        }

        @Override
        public int compareTo(Planned other) {
            if (time != other.time) {
                return Long.compare(time, other.time);
            }
            return plannedAt != other.plannedAt
                    ? Long.compare(plannedAt, other.plannedAt)
                    : Long.compare(other.order, order);
        }
    }

    /** An engine in the loop, with its state. */
    private final class Place {
        final WorkerEngine engine;

        /** Whether it is in the queue of those that can go on. */
        boolean queued;

        /** Whether it spends time and must not be stepped before the moment that is planned. */
        boolean spends;

        /** The moment at which it is to be stepped next, or begins to look, if nobody wakes it before; or null. */
        EventClock.Event next;

        /** Time of the event. */
        long nextTime;

        Place(WorkerEngine engine) {
            this.engine = engine;
        }

        /** Steps the engine as soon as it has finished its search. */
        void enqueue() {
            if (queued || spends) {
                return;
            }
            if (turn > 0) {
                plan(clock.nanoTime() + turn());
            } else {
                stepNow();
            }
        }

        private void stepNow() {
            queued = true;
            awake.add(this);
        }

        /** Returns the duration of a look around. The worker of a device looks at main memory and at its own memory. */
        long turn() {
            return engine.memoryNode() == MemoryNode.MAIN ? turn : 2 * turn;
        }

        /** Steps the engine at a time, unless an earlier step is planned. */
        void plan(long time) {
            if (next != null) {
                if (nextTime <= time) {
                    return;
                }
                next.cancel();
            }
            nextTime = time;
            next = at(time, this::timeHasCome);
        }

        /**
         * Delays the next step of the engine by an amount of time, after which it looks around if it is to. It begins
         * that look when it has pushed all that it has released: engines that were woken at an earlier moment come
         * first.
         */
        void spend(long nanos, boolean looks) {
            if (next != null) {
                next.cancel();
                next = null;
            }
            spends = true;
            long end = clock.nanoTime() + nanos;
            if (looks && turn > 0) {
                nextTime = end;
                next = behind(end, () -> {
                    next = null;
                    plan(end + turn());
                });
            } else {
                plan(end);
            }
        }

        private void timeHasCome() {
            next = null;
            spends = false;
            if (!queued) {
                stepNow();
            }
        }
    }

    private static final long NAP_NANOS = 1_000_000;
    private static final Duration MOST_PATIENCE = Duration.ofHours(1);

    private final VirtualClock clock;
    private final ArrayDeque<Place> awake = new ArrayDeque<>();
    private final PriorityQueue<Planned> events = new PriorityQueue<>();
    private final List<Place> places = new ArrayList<>();
    private final long patience;
    private final BooleanSupplier held;
    private long planned;

    /** Number of planned events that are not in the background. */
    private long pending;

    /** Last time when an event happened that was not in the background. */
    private long lastMovement;

    private long turn;
    private boolean running;

    /** Held by the thread that runs the loop: another one that wants to waits until it has come to its end. */
    private final ReentrantLock inCharge = new ReentrantLock();

    /** The thread that runs the loop, or has run it last; null before the first time. */
    private volatile Thread home;

    /** Engines that other threads have woken. */
    private final Queue<WorkerEngine> called = new ConcurrentLinkedQueue<>();

    /** Actions to run as soon as the loop goes on. */
    private final Queue<Runnable> wishes = new ConcurrentLinkedQueue<>();

    /** Whether engines that sleep may find something, though nobody has woken them. */
    private volatile boolean stirred;

    /**
     * Makes a loop that steps nobody yet.
     *
     * @param clock is set forward by it
     * @param patience the virtual time for which the loop continues with background events when nothing else is left to
     *     do
     * @param held whether an observer keeps another thread: then time stands still until it lets that thread go
     */
    public EventLoop(VirtualClock clock, Duration patience, BooleanSupplier held) {
        this.clock = clock;
        this.held = held;
        this.patience = patience.compareTo(MOST_PATIENCE) > 0 ? MOST_PATIENCE.toNanos() : patience.toNanos();
        clock.connect(this);
    }

    /** Sets the time that each search costs an engine, per memory that it serves. */
    public void turnsTake(long nanos) {
        turn = nanos;
    }

    /** Begins to step an engine. */
    public void add(WorkerEngine engine) {
        place(engine).enqueue();
    }

    private Place place(WorkerEngine engine) {
        int id = engine.id();
        while (places.size() <= id) {
            places.add(null);
        }
        Place known = places.get(id);
        if (known == null) {
            known = new Place(engine);
            places.set(id, known);
        }
        return known;
    }

    @Override
    public void wake(WorkerEngine engine) {
        Thread last = home;
        if (last != null && last != Thread.currentThread()) {
            called.add(engine);
        } else {
            place(engine).enqueue();
        }
    }

    /** Runs an action as soon as the loop continues. Any thread may call this. */
    public void soon(Runnable action) {
        wishes.add(action);
    }

    /** Makes all engines search for tasks when the loop continues. */
    public void stir() {
        stirred = true;
    }

    private void lookAtAll() {
        stirred = false;
        for (Place place : places) {
            if (place != null && place.engine.isAsleep()) {
                place.enqueue();
            }
        }
    }

    /**
     * Goes on until a condition holds.
     *
     * @return false if nothing is left to do before it holds
     */
    public boolean runUntil(BooleanSupplier condition) {
        return runUntil(condition, Long.MAX_VALUE);
    }

    /**
     * Goes on until a condition holds or a time has come, which the clock then shows.
     *
     * @return false if nothing is left to do until then, and the condition does not hold
     */
    public boolean runUntil(BooleanSupplier condition, long end) {
        inCharge.lock();
        boolean wasRunning = running;
        running = true;
        home = Thread.currentThread();
        lastMovement = clock.nanoTime();
        try {
            return run(condition, end);
        } finally {
            running = wasRunning;
            inCharge.unlock();
        }
    }

    /** Whether the loop is being run, so that what is called now is called by it. */
    public boolean isRunning() {
        return running;
    }

    /** Whether it is the calling thread that runs the loop. */
    public boolean isRunHere() {
        return home == Thread.currentThread() && running;
    }

    private boolean run(BooleanSupplier condition, long end) {
        while (!condition.getAsBoolean()) {
            awaitRelease();
            if (stirred) {
                lookAtAll();
            }
            for (WorkerEngine engine = called.poll(); engine != null; engine = called.poll()) {
                place(engine).enqueue();
            }
            Runnable wish = wishes.poll();
            if (wish != null) {
                lastMovement = clock.nanoTime();
                wish.run();
                continue;
            }
            Place place = awake.poll();
            if (place != null) {
                place.queued = false;
                step(place);
                continue;
            }
            Planned next = events.peek();
            if (next != null && next.action == null) {
                events.remove();
                continue;
            }
            if (next == null || next.time > end || isForsaken(next)) {
                if (end != Long.MAX_VALUE) {
                    clock.advanceTo(end);
                }
                return false;
            }
            events.remove();
            clock.advanceTo(next.time);
            if (!next.inBackground) {
                lastMovement = next.time;
            }
            next.happen();
        }
        return true;
    }

    /** Waits, in real time, until no observer keeps a thread; an interrupted thread goes on, as its wait ends soon. */
    private void awaitRelease() {
        while (held.getAsBoolean() && !Thread.currentThread().isInterrupted()) {
            LockSupport.parkNanos(this, NAP_NANOS);
        }
    }

    /** Whether only what is planned in the background is left, and has not brought anything about for long. */
    private boolean isForsaken(Planned next) {
        return pending == 0 && next.time - lastMovement > patience;
    }

    /** Goes on until a time has come, as far as there is something to do. */
    public void runUntilTime(long end) {
        if (end > clock.nanoTime()) {
            runUntil(() -> false, end);
        }
    }

    /** Runs an action at a time; a past time means now. */
    public EventClock.Event at(long time, Runnable action) {
        if (time == Long.MAX_VALUE) {
            throw new IllegalStateException("a driver does not say when its copy ends, as virtual time needs");
        }
        return plan(time, planned, false, action);
    }

    /** Runs an action at a time, behind all else that is planned at this moment for the same time. */
    private EventClock.Event behind(long time, Runnable action) {
        return plan(time, -planned, false, action);
    }

    /**
     * Runs an action at a time if the loop continues until then for another reason, or at least hopes for a while that
     * this brings something about.
     */
    public EventClock.Event inBackground(long time, Runnable action) {
        return plan(time, planned, true, action);
    }

    private Planned plan(long time, long order, boolean inBackground, Runnable action) {
        long now = clock.nanoTime();
        Planned event = new Planned(Math.max(time, now), now, order, inBackground, action);
        planned++;
        events.add(event);
        pending += inBackground ? 0 : 1;
        return event;
    }

    private void step(Place place) {
        WorkerEngine engine = place.engine;
        long busyUntil = engine.busyUntil();
        if (busyUntil > clock.nanoTime()) {
            place.plan(busyUntil);
            return;
        }
        if (engine.isAsleep()) {
            engine.riseToStep();
        }
        StepResult found = ProgramStepper.stepOn(engine);
        long charge = engine.takeCharge();
        if (charge > 0) {
            place.spend(charge, found == StepResult.PROGRESSED);
            return;
        }
        switch (found) {
            case PROGRESSED -> {
                lastMovement = clock.nanoTime();
                place.enqueue();
            }
            case IDLE -> engine.fallAsleep(); // no second look, as a thread needs: nobody else has run meanwhile
            case PENDING -> waitFor(place, engine);
        }
    }

    private static void waitFor(Place place, WorkerEngine engine) {
        boolean waitsForOthers = engine.waitsForOthers();
        if (waitsForOthers && !engine.restUntilTold()) {
            place.enqueue();
            return;
        }
        long time = engine.nextPoll();
        if (time != Long.MAX_VALUE) {
            place.plan(time);
        } else if (!waitsForOthers) {
            throw new IllegalStateException(
                    engine.name() + "'s driver does not say when its kernel ends, as virtual time needs");
        }
        if (engine.hasRoom()) {
            engine.fallAsleep(); // for another task, whose data come while the kernel runs
        }
    }
}
