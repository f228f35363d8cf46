package org.asterism.core.internal.worker;

import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.asterism.api.StepResult;

/**
 * A stay of a thread of the program within {@link ProgramDrive#run}: its purpose and its limit. It steps as a
 * {@link WorkerThread} does, but checks now and then whether to go on.
 *
 * <p>Used by the thread that stays; threads that end tasks may also ask {@link #mayBeOver}.
 */
final class ProgramStay {
    private static final long LOOK_NANOS = 50_000;
    private static final int LOOKS_PER_YIELD = 32;
    private static final long FOR_EVER = Long.MAX_VALUE;

    private final ProgramDrive drive;
    private final WorkerEngine engine;
    private final EngineHome home;
    private final boolean mayLookAgain;
    private final BooleanSupplier condition;
    private final long nanos;
    private final long begin;

    /**
     * @param mayLookAgain whether it looks again and again for a short while before it sleeps
     * @param condition holds when it shall not go on; null for none
     * @param nanos the longest duration
     */
    ProgramStay(ProgramDrive drive, EngineHome home, boolean mayLookAgain, BooleanSupplier condition, long nanos) {
        this.drive = drive;
        engine = drive.engine();
        this.home = home;
        this.mayLookAgain = mayLookAgain;
        this.condition = condition;
        this.nanos = nanos;
        begin = nanos == FOR_EVER ? 0 : home.clock().nanoTime();
    }

    // Until when.

    private boolean isOver() {
        return drive.isToEndStay() || isOverByTasks() || isTimeOver();
    }

    boolean isTimeOver() {
        return left() <= 0;
    }

    private long left() {
        return nanos == FOR_EVER ? FOR_EVER : nanos - (home.clock().nanoTime() - begin);
    }

    private boolean dependsOnTasks() {
        return condition != null || home.isTerminating();
    }

    /** While the runtime is closed it stays until the worker leaves, so that its unit is let go of by this thread. */
    private boolean isOverByTasks() {
        return home.isTerminating() && !home.isClosing() && home.haveAllEnded() || holds();
    }

    /** Whether there is a condition that holds. */
    boolean holds() {
        return condition != null && condition.getAsBoolean();
    }

    /**
     * For threads that end tasks: they must not suffer from what the program's condition throws, which is asked again.
     */
    private boolean mayBeOver() {
        try {
            return isOverByTasks();
        } catch (RuntimeException | Error itsOwn) {
            return true;
        }
    }

    // What it does.

    /** Steps the worker until the stay is over. */
    void work() {
        while (!isOver()) {
            if (step() != StepResult.PROGRESSED && lookAgainOrSleep()) {
                break;
            }
        }
    }

    private StepResult step() {
        try {
            return engine.step();
        } catch (Throwable thrown) {
            engine.recover(thrown);
            return StepResult.PROGRESSED;
        }
    }

    /** Goes on without any progress so far; true if it shall not go on at all. */
    private boolean lookAgainOrSleep() {
        long since = home.clock().nanoTime();
        long looking = mayLookAgain ? LOOK_NANOS : 0;
        while (true) {
            for (int look = 0; look < LOOKS_PER_YIELD; look++) {
                if (step() == StepResult.PROGRESSED) {
                    return false;
                }
                Thread.onSpinWait();
            }
            if (isOver()) {
                return true;
            }
            Thread.yield();
            if (home.clock().nanoTime() - since >= looking) {
                Nap nap = sleep(since);
                if (nap != Nap.BETWEEN_LOOKS) {
                    return nap == Nap.OVER;
                }
            }
        }
    }

    /** The reason for the end of a sleep: there is something to do, or a kernel has to be polled. */
    private enum Nap {
        OVER,
        AWAKE,
        BETWEEN_LOOKS
    }

    private Nap sleep(long since) {
        WorkerRest rest = engine.rest();
        if (rest.stepOrSleep() != StepResult.IDLE) {
            return Nap.AWAKE;
        }
        boolean isBusy = engine.isBusy();
        long longest = isBusy ? rest.longest(since) : FOR_EVER;
        drive.rests(!isBusy);
        boolean over = false;
        do {
            if (!rest.lasts()) {
                break;
            }
            if (dependsOnTasks()) {
                home.sleepUnless(this::mayBeOver, () -> park(longest));
            } else {
                park(longest);
            }
            over = isOver();
        } while (!over && longest == FOR_EVER);
        drive.rests(false);
        rest.end();
        if (over) {
            return Nap.OVER;
        }
        return longest == FOR_EVER ? Nap.AWAKE : Nap.BETWEEN_LOOKS;
    }

    private void park(long longest) {
        long left = Math.min(left(), longest);
        if (left == FOR_EVER) {
            LockSupport.park(engine);
        } else if (left > 0) {
            LockSupport.parkNanos(engine, left);
        }
    }
}
