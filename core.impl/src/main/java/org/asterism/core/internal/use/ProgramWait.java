package org.asterism.core.internal.use;

import java.util.concurrent.CompletableFuture;

/** Lets a thread of the program wait for an event that is no task. */
public interface ProgramWait {
    /** Waits until a future has completed, and looks after what may be needed for that. */
    void await(CompletableFuture<?> future, String what) throws InterruptedException;

    /**
     * Waits like {@link #await} for what happens when tasks have ended.
     *
     * @throws org.asterism.api.TasksStuckException if they will not end by themselves
     */
    default void awaitTasks(CompletableFuture<?> future, String what) throws InterruptedException {
        await(future, what);
    }
}
