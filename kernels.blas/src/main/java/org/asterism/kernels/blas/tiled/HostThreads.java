package org.asterism.kernels.blas.tiled;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Threads of the program for work on its data outside of tasks: one per processor of the machine. They serve one piece
 * of work after the other and end with the last, so that none competes with workers when time is measured.
 */
public final class HostThreads {
    private HostThreads() {}

    /**
     * Does pieces of work side by side, and waits for them.
     *
     * @param <T> the result of a piece
     * @param pieces independent of each other; they must not wait for tasks
     * @return the results, in the order of the pieces
     * @throws InterruptedException if the waiting thread is interrupted; pieces that had not begun are dropped, those
     *     that had are waited for
     */
    public static <T> List<T> compute(List<? extends Callable<T>> pieces) throws InterruptedException {
        int number = Math.clamp(pieces.size(), 1, Runtime.getRuntime().availableProcessors());
        try (ExecutorService threads = Executors.newFixedThreadPool(
                number, Thread.ofPlatform().name("program-", 0).daemon().factory())) {
            List<T> found = new ArrayList<>(pieces.size());
            for (Future<T> piece : threads.invokeAll(pieces)) {
                found.add(piece.get());
            }
            return found;
        } catch (ExecutionException failure) {
            throw unwrapped(failure.getCause());
        }
    }

    /**
     * Pieces of fills and checks throw unchecked exceptions only, which mean more to the caller than where they were
     * thrown.
     */
    private static RuntimeException unwrapped(Throwable cause) {
        if (cause instanceof Error error) {
            throw error;
        }
        return cause instanceof RuntimeException unchecked ? unchecked : new IllegalStateException(cause);
    }
}
