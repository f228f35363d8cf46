package org.asterism.tck;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import org.asterism.spi.driver.Execution;

/** A kernel in a {@link ToyDevice}'s queue. */
final class ToyExecution implements Execution {
    /** A kernel's work. */
    interface Work {
        void run() throws Exception;
    }

    private final ToyDevice.Wrong wrong;
    private final CompletableFuture<Void> end = new CompletableFuture<>();
    private int asked;
    private ToyExecution behind;
    private boolean seenEnded;

    ToyExecution(ToyDevice.Wrong wrong) {
        this.wrong = wrong;
    }

    /** Has this one, if nobody has seen its end, seem to be under way until that of another one was seen. */
    void endBehind(ToyExecution other) {
        if (!seenEnded) {
            behind = other;
        }
    }

    void begin(ExecutorService queue, Work work) {
        queue.execute(() -> {
            try {
                work.run();
                end.complete(null);
            } catch (Throwable failure) {
                end.completeExceptionally(failure);
            }
        });
        if (wrong == ToyDevice.Wrong.BLOCKS_WHO_LAUNCHES) {
            end.exceptionally(failure -> null).join();
        }
    }

    @Override
    public boolean isFinished() throws Exception {
        if (wrong == ToyDevice.Wrong.BLOCKS_WHO_ASKS) {
            end.exceptionally(failure -> null).join();
        }
        if (wrong == ToyDevice.Wrong.ENDS_TOO_EARLY) {
            return true;
        }
        if (wrong == ToyDevice.Wrong.TELLS_TOO_EARLY && asked++ == 0) {
            return false; // however fast it was
        }
        if (wrong == ToyDevice.Wrong.FORGETS_ITS_END && end.isDone() && asked++ > 2) {
            return false;
        }
        boolean isDone = end.isDone(); // Once for all: it may end while we are here.
        if (isDone && end.isCompletedExceptionally()) {
            try {
                end.join();
            } catch (CompletionException failed) {
                throw (Exception) failed.getCause();
            }
        }
        boolean inTurn = seenEnded || behind == null || behind.seenEnded && asked++ > 0;
        seenEnded |= isDone && inTurn;
        return seenEnded;
    }

    @Override
    public boolean whenFinished(Runnable wake) {
        boolean isLate = end.isDone();
        CompletableFuture<Void> told = end.exceptionally(failure -> null);
        switch (wrong) {
            case TELLS_NEVER -> {}
            case TELLS_TOO_EARLY -> wake.run();
            case TELLS_TWICE -> told.thenRun(wake).thenRun(wake);
            case TELLS_NO_LATECOMERS -> {
                if (!isLate) {
                    told.thenRun(wake);
                }
            }
            default -> told.thenRun(wake);
        }
        return true;
    }

    @Override
    public long kernelNanos() {
        return wrong == ToyDevice.Wrong.RAN_LONGER_THAN_THERE_WAS_TIME ? Long.MAX_VALUE : -1;
    }
}
