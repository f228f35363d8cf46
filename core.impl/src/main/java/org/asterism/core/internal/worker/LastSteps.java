package org.asterism.core.internal.worker;

import org.asterism.api.StepResult;
import org.asterism.core.internal.protocol.DeferredInterrupt;

/**
 * Finishes a worker's tasks under way when its thread goes elsewhere, and begins nothing else. Between steps it rests
 * as usual.
 *
 * <p>Used by the thread that steps the worker.
 */
record LastSteps(WorkerEngine engine, EngineHome home) implements Runnable {
    @Override
    public void run() {
        try (DeferredInterrupt interrupt = new DeferredInterrupt()) {
            long begin = home.clock().nanoTime();
            while (engine.isBusy()) {
                StepResult found = step();
                if (found == StepResult.PROGRESSED) {
                    begin = home.clock().nanoTime();
                } else if (found == StepResult.PENDING) {
                    Thread.yield(); // it was called to a team that it cannot join yet
                } else {
                    rest(begin, interrupt);
                }
            }
        }
    }

    private StepResult step() {
        try {
            StepResult found = engine.stepUnderWay();
            return found == StepResult.PROGRESSED ? found : engine.rest().stepUnderWayOrRest();
        } catch (Throwable thrown) {
            engine.recover(thrown);
            return StepResult.PROGRESSED;
        }
    }

    /** Rests until what is under way can go on. */
    private void rest(long begin, DeferredInterrupt interrupt) {
        WorkerRest rest = engine.rest();
        long longest = rest.longest(begin);
        if (longest != Long.MAX_VALUE) {
            interrupt.park(engine, longest);
        } else {
            while (rest.lasts()) {
                interrupt.park(engine, longest);
            }
        }
        rest.end();
    }
}
