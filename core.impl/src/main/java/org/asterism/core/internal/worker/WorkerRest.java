package org.asterism.core.internal.worker;

import org.asterism.api.Clock;
import org.asterism.api.StepResult;
import org.asterism.core.internal.protocol.WorkerProtocol;
import org.asterism.core.internal.task.Job;

/**
 * Brings a worker to rest when a step has found nothing to do, without missing a thread that has work for it. It
 * announces the rest first, and then looks for the last time.
 *
 * <p>Used by the thread that steps the worker.
 */
final class WorkerRest {
    private static final long LEAST_TO_REST_NANOS = 100_000;
    private static final long LONGEST_REST_NANOS = 1_000_000;
    private static final long REST_SHARE = 8;

    private final WorkerProtocol protocol;
    private final WorkerSleep sleep;
    private final Taking taking;
    private final UnderWay underWay;
    private final TeamDuties teams;
    private final Clock clock;

    /** Tells the worker to go on; the same each time. */
    private final Runnable goOn;

    WorkerRest(
            WorkerProtocol protocol,
            WorkerSleep sleep,
            Taking taking,
            UnderWay underWay,
            TeamDuties teams,
            Clock clock) {
        this.protocol = protocol;
        this.sleep = sleep;
        this.taking = taking;
        this.underWay = underWay;
        this.teams = teams;
        this.clock = clock;
        goOn = sleep::goOn;
    }

    /**
     * Announces that the worker sleeps, then searches for a task once more. If it finds one, it stops sleeping before
     * the kernel begins, so that other threads do not wake a busy worker instead of a sleeping one. If it was woken
     * meanwhile, perhaps for another task, it wakes another worker instead. While its kernels or transfers run, it
     * rests until they can continue. It also sleeps if there is room for another task.
     *
     * @return {@link StepResult#IDLE} if it sleeps or rests, and need not be stepped while this {@link #lasts}
     */
    StepResult stepOrSleep() {
        if (underWay.isThere()) {
            return stepOrRest(true);
        }
        sleep.waitsFor(false, true);
        sleep.fallAsleep();
        if (teams.isInOrCalled() && teams.mayAnswer()) {
            sleep.riseToAnswer();
            return teams.answer();
        }
        Job job = taking.pop();
        if (job == null) {
            // Who calls it to a team does so first and wakes it then, so one of the two is seen.
            if (protocol.hasToAnswer() && sleep.rise()) {
                return StepResult.PROGRESSED;
            }
            sleep.report();
            return StepResult.IDLE;
        }
        sleep.riseToRun();
        return taking.begin(job);
    }

    /** The same for a worker that shall end what is under way, and take nothing else. */
    StepResult stepUnderWayOrRest() {
        return underWay.isThere() ? stepOrRest(false) : StepResult.PENDING;
    }

    /**
     * Says that the worker rests, has the drivers of its kernels tell when these have ended, and then looks at what is
     * under way for the last time; then the same for further tasks, as {@link #stepOrSleep} does.
     *
     * <p>The flag is raised before the last look, and who ends a kernel, settles a claim or moves a team looks at the
     * flag after that: so one of the two sees the other.
     */
    private StepResult stepOrRest(boolean takesMore) {
        sleep.beginRest();
        underWay.askToBeTold(goOn);
        StepResult found = underWay.step();
        if (found != StepResult.PENDING || !underWay.isThere() || underWay.askToBeTold(goOn)) {
            sleep.endRest();
            return StepResult.PROGRESSED;
        }
        if (!takesMore || !underWay.leavesRoom()) {
            sleep.passCountOn();
            sleep.waitsFor(true, false);
            return StepResult.IDLE;
        }
        sleep.waitsFor(true, true);
        sleep.fallAsleep();
        Job job = taking.pop();
        if (job == null) {
            return StepResult.IDLE;
        }
        sleep.endRest();
        sleep.riseToRun();
        return taking.begin(job);
    }

    boolean lasts() {
        return sleep.lasts();
    }

    /** Says that the worker is stepped again, whether it was woken, told or neither. */
    void end() {
        sleep.endRest();
        sleep.rise();
    }

    /**
     * Returns the longest rest of the worker before it is stepped again, for a kernel whose driver does not report its
     * end. The longer the kernel has been running, the longer the rest. So a long kernel costs little, and the end of a
     * short one is detected soon.
     *
     * @param since the time of its last progress
     * @return {@link Long#MAX_VALUE} for any time, 0 for none
     */
    long longest(long since) {
        if (!underWay.mustBePolled()) {
            return Long.MAX_VALUE;
        }
        long passed = clock.nanoTime() - since;
        return passed < LEAST_TO_REST_NANOS ? 0 : Math.min(LONGEST_REST_NANOS, passed / REST_SHARE);
    }
}
