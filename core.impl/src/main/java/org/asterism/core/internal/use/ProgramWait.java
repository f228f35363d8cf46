package org.asterism.core.internal.use;

import java.util.concurrent.CompletableFuture;

/** How a thread of the program waits for something that is no task. */
public interface ProgramWait {
    /** Waits until a future has completed, and looks after what may be needed for that. */
    void await(CompletableFuture<?> future, String what) throws InterruptedException;
}
