package org.asterism.core.internal.worker;

import java.util.concurrent.locks.LockSupport;
import org.asterism.api.StepResult;

/**
 * Sees to its end what a worker has under way whose thread goes elsewhere, and begins nothing else; rests meanwhile as it would between steps.
 *
 * <p>For the thread that steps the worker.
 */
final class LastSteps implements Runnable {
    private final WorkerEngine engine;
    private final EngineHome home;

    LastSteps(WorkerEngine engine, EngineHome home) {
        this.engine = engine;
        this.home = home;
    }

    @Override
    public void run() {
        long begin = home.clock().nanoTime();
        boolean interrupted = false;
        while (engine.isBusy()) {
            StepResult found = StepResult.PROGRESSED;
            try {
                found = engine.stepUnderWay();
                if (found != StepResult.PROGRESSED) {
                    found = engine.rest().stepUnderWayOrRest();
                }
            } catch (Throwable thrown) {
                engine.recover(thrown);
            }
            if (found == StepResult.PROGRESSED) {
                begin = home.clock().nanoTime();
            } else if (found == StepResult.PENDING) {
                Thread.yield(); // it was called to a team that it cannot join yet
            } else {
                interrupted |= rest(begin);
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Rests until what is under way can go on; says whether the thread was interrupted meanwhile, which must not keep it awake. */
    private boolean rest(long begin) {
        boolean interrupted = false;
        WorkerRest rest = engine.rest();
        long longest = rest.longest(begin);
        if (longest != Long.MAX_VALUE) {
            LockSupport.parkNanos(engine, longest);
            interrupted = Thread.interrupted();
        } else {
            while (rest.lasts()) {
                LockSupport.park(engine);
                interrupted |= Thread.interrupted();
            }
        }
        rest.end();
        return interrupted;
    }
}
