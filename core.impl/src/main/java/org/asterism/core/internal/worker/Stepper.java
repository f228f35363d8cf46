package org.asterism.core.internal.worker;

/** The thread or loop that steps an engine. It is notified when the engine must not sleep any longer. */
@FunctionalInterface
public interface Stepper {
    /** Steps the engine again; called by any thread. */
    void wake(WorkerEngine engine);
}
