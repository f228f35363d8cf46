package org.asterism.core.internal.worker;

import org.asterism.api.StepResult;

/**
 * The engine that the calling thread steps without being its worker thread. Meanwhile the runtime regards the thread as
 * that worker.
 */
public final class ProgramStepper {
    private static final ThreadLocal<WorkerEngine> STEPPED = new ThreadLocal<>();

    private ProgramStepper() {}

    public static StepResult stepOn(WorkerEngine engine) {
        WorkerEngine before = STEPPED.get();
        STEPPED.set(engine);
        try {
            return engine.step();
        } finally {
            goBackTo(before);
        }
    }

    /** Does something on behalf of an engine that the calling thread steps. */
    public static void runAs(WorkerEngine engine, Runnable action) {
        WorkerEngine before = STEPPED.get();
        STEPPED.set(engine);
        try {
            action.run();
        } finally {
            goBackTo(before);
        }
    }

    private static void goBackTo(WorkerEngine before) {
        if (before == null) {
            STEPPED.remove();
        } else {
            STEPPED.set(before);
        }
    }

    /** The engine that the calling thread steps, or null. */
    static WorkerEngine stepped() {
        return STEPPED.get();
    }
}
