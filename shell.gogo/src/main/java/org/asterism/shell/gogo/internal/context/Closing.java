package org.asterism.shell.gogo.internal.context;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.asterism.api.SchedulingContext;
import org.asterism.spi.thread.BackgroundThread;

/**
 * Closing of a context on a separate thread. Closing waits for tasks and cannot be interrupted, but the user may want
 * to stop waiting.
 */
final class Closing {
    private final SchedulingContext context;
    private final FutureTask<Void> closing;

    private Closing(SchedulingContext context) {
        this.context = context;
        closing = new FutureTask<>(context::close, null);
    }

    static Closing of(SchedulingContext context) {
        Closing begun = new Closing(context);
        new BackgroundThread("asterism-close-" + context.name(), begun.closing).start();
        return begun;
    }

    /**
     * Waits until the context is closed.
     *
     * @throws RuntimeException the exception that closing throws
     * @throws IllegalStateException if the waiting thread is interrupted; closing continues
     */
    void await() {
        try {
            closing.get();
        } catch (InterruptedException enough) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(
                    "context '" + context.name() + "' takes no tasks any more and closes when the "
                            + context.load().left() + " that it has have ended");
        } catch (ExecutionException refused) {
            if (refused.getCause() instanceof RuntimeException known) {
                throw known;
            }
            throw new IllegalStateException(refused.getCause());
        }
    }
}
