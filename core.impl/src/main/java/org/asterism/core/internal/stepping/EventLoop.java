package org.asterism.core.internal.stepping;

import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.function.BooleanSupplier;
import org.asterism.api.StepResult;
import org.asterism.core.internal.worker.ProgramStepper;
import org.asterism.core.internal.worker.Stepper;
import org.asterism.core.internal.worker.WorkerEngine;
import org.asterism.spi.driver.EventClock;

/**
 * Steps all engines of a runtime on one thread, in virtual time: engines that can go on are stepped in turn; when none can,
 * the clock is set forward to the moment when the first kernel under way ends. An engine that finds nothing sleeps until the
 * core wakes it, exactly as a thread would, so a step costs the same however many engines there are, and a policy that
 * forgets to wake its workers is found out. The same program takes the same course every time.
 *
 * <p>For one thread.
 */
public final class EventLoop implements Stepper {
    /** A moment to look at an engine, or to do something; equal moments in the order in which they were planned. */
    private final class Planned implements EventClock.Event {
        final long time;
        final long order;
        final WorkerEngine engine;
        final Runnable action;

        Planned(long time, WorkerEngine engine, Runnable action) {
            this.time = time;
            this.order = planned++;
            this.engine = engine;
            this.action = action;
        }

        @Override
        public void cancel() {
            events.remove(this);
        }
    }

    private final VirtualClock clock;
    private final ArrayDeque<WorkerEngine> awake = new ArrayDeque<>();
    private final PriorityQueue<Planned> events = new PriorityQueue<>(
            Comparator.comparingLong((Planned event) -> event.time).thenComparingLong(event -> event.order));
    private long planned;

    public EventLoop(VirtualClock clock) {
        this.clock = clock;
        clock.connect(this);
    }

    /** Begins to step an engine. */
    public void add(WorkerEngine engine) {
        awake.add(engine);
    }

    @Override
    public void wake(WorkerEngine engine) {
        awake.add(engine);
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
        while (!condition.getAsBoolean()) {
            WorkerEngine engine = awake.poll();
            if (engine == null) {
                Planned next = events.peek();
                if (next == null) {
                    return false;
                }
                if (next.time > end) {
                    clock.advanceTo(end);
                    return false;
                }
                events.remove();
                clock.advanceTo(next.time);
                engine = next.engine;
                if (engine == null) {
                    next.action.run();
                    continue;
                }
            }
            step(engine);
        }
        return true;
    }

    /** Has something done at a time; one that has passed means now. */
    public EventClock.Event at(long time, Runnable action) {
        if (time == Long.MAX_VALUE) {
            throw new IllegalStateException("a driver does not say when its copy ends, as virtual time needs");
        }
        Planned event = new Planned(time, null, action);
        events.add(event);
        return event;
    }

    private void step(WorkerEngine engine) {
        StepResult found = ProgramStepper.stepOn(engine);
        if (found == StepResult.IDLE) {
            // No second look, as a thread needs: nobody else has run meanwhile.
            engine.fallAsleep();
        } else if (found == StepResult.PROGRESSED) {
            awake.add(engine);
        } else if (engine.waitsForData()) {
            if (!engine.restForData()) {
                awake.add(engine);
            }
        } else {
            long time = engine.nextPoll();
            if (time == Long.MAX_VALUE) {
                throw new IllegalStateException(
                        engine.name() + "'s driver does not say when its kernel ends, as virtual time needs");
            }
            events.add(new Planned(time, engine, null));
        }
    }
}
