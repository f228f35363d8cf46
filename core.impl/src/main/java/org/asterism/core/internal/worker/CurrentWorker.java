package org.asterism.core.internal.worker;

/** Which worker the calling thread is. */
public final class CurrentWorker {
    private CurrentWorker() {}

    /**
     * The worker of a runtime that the calling thread is.
     *
     * @param home the runtime
     * @param launched whether the runtime's workers have threads of their own
     * @return null if it is none of that runtime
     */
    public static WorkerEngine of(EngineHome home, boolean launched) {
        if (launched) {
            return Thread.currentThread() instanceof WorkerThread thread && thread.home() == home
                    ? thread.engine()
                    : null;
        }
        WorkerEngine engine = ProgramStepper.stepped();
        return engine != null && engine.belongsTo(home) ? engine : null;
    }
}
