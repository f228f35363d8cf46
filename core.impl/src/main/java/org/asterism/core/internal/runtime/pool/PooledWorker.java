package org.asterism.core.internal.runtime.pool;

import org.asterism.core.internal.plugin.DriverPlugin;
import org.asterism.core.internal.worker.ProgramDrive;
import org.asterism.core.internal.worker.WorkerEngine;
import org.asterism.core.internal.worker.WorkerThread;
import org.asterism.spi.driver.ComputeUnit;

/**
 * A worker with the driver that brought it, and its stepper: a thread, the program, or neither in virtual time.
 * Components that do not apply are null.
 */
record PooledWorker(
        DriverPlugin driver, ComputeUnit unit, WorkerEngine engine, WorkerThread thread, ProgramDrive drive) {
    /** Whether it goes on by itself. */
    boolean isSteppedByThread() {
        return thread != null || drive != null && drive.isRunning();
    }

    /** Whether it sleeps, or nobody steps it. */
    boolean isResting() {
        if (engine.isStuck()) {
            return true; // nobody waits for it any more
        }
        return thread != null ? thread.isResting() : drive == null || drive.isAtRest();
    }
}
