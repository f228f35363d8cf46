package org.asterism.core.internal.worker;

/** The worker of the calling thread. */
public final class CurrentWorker {
    private CurrentWorker() {}

    /**
     * The worker of a runtime that the calling thread is.
     *
     * @param home the runtime
     * @param stepped whether workers of the runtime may be stepped on threads that are not their own: those of the
     *     program, or those that wait in virtual time
     * @return null if it is none of that runtime
     */
    public static WorkerEngine of(EngineHome home, boolean stepped) {
        if (Thread.currentThread() instanceof WorkerThread thread && thread.home() == home) {
            return thread.engine();
        }
        if (!stepped) {
            return null;
        }
        WorkerEngine engine = ProgramStepper.stepped();
        return engine != null && engine.belongsTo(home) ? engine : null;
    }
}
