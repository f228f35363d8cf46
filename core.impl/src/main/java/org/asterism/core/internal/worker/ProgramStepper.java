package org.asterism.core.internal.worker;

import org.asterism.api.StepResult;

/**
 * For engines that are stepped on threads of the program: they never count as asleep, since nobody could wake them, and while
 * one is stepped its thread is known to be that worker.
 */
public final class ProgramStepper implements Stepper {
    private static final ThreadLocal<WorkerEngine> STEPPED = new ThreadLocal<>();

    @Override
    public void wake(WorkerEngine engine) {
        // Its program steps it when it sees fit.
    }

    StepResult runOnce(WorkerEngine engine) {
        return stepOn(engine);
    }

    /** Steps an engine on the calling thread. */
    public static StepResult stepOn(WorkerEngine engine) {
        WorkerEngine before = STEPPED.get();
        STEPPED.set(engine);
        try {
            return engine.step();
        } finally {
            if (before == null) {
                STEPPED.remove();
            } else {
                STEPPED.set(before);
            }
        }
    }

    /** Does something on behalf of an engine that the calling thread steps. */
    public static void runAs(WorkerEngine engine, Runnable action) {
        WorkerEngine before = STEPPED.get();
        STEPPED.set(engine);
        try {
            action.run();
        } finally {
            if (before == null) {
                STEPPED.remove();
            } else {
                STEPPED.set(before);
            }
        }
    }

    /** The engine that the calling thread steps, or null. */
    static WorkerEngine stepped() {
        return STEPPED.get();
    }
}
