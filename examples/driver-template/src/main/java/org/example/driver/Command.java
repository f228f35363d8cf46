package org.example.driver;

import java.util.concurrent.CompletableFuture;
import org.asterism.spi.driver.Execution;
import org.asterism.spi.driver.Transfer;

/**
 * A kernel or a copy in a queue of the device. The queue's thread runs it; other threads query whether it has ended, or
 * are woken at its end.
 */
final class Command implements Execution, Transfer {
    /** The action of a command. */
    interface Work {
        void run() throws Exception;
    }

    private final Work work;
    private final CompletableFuture<Void> end = new CompletableFuture<>();

    Command(Work work) {
        this.work = work;
    }

    /** Runs the command; called once, by the queue's thread. */
    void run() {
        try {
            work.run();
            end.complete(null);
        } catch (Throwable thrown) { // errors, too: the task fails with what its kernel has thrown
            end.completeExceptionally(thrown);
        }
    }

    @Override
    public boolean isFinished() throws Exception {
        if (!end.isDone()) {
            return false;
        }
        if (end.isCompletedExceptionally()) {
            Throwable failure = end.exceptionNow();
            throw failure instanceof Exception exception
                    ? exception
                    : new IllegalStateException("a command of driver.emulated failed: " + failure, failure);
        }
        return true;
    }

    /** Unknown: the end is reported by {@link #whenFinished}. */
    @Override
    public long nextPoll() {
        return Long.MAX_VALUE;
    }

    @Override
    public boolean whenFinished(Runnable wake) {
        end.whenComplete((_, _) -> wake.run()); // at once if the command has ended
        return true;
    }
}
