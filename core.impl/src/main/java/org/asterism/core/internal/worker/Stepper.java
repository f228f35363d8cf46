package org.asterism.core.internal.worker;

/** Who steps an engine, and so is to be told when it shall not sleep any longer. */
@FunctionalInterface
public interface Stepper {
    /** Steps the engine again; called by any thread. */
    void wake(WorkerEngine engine);
}
