package org.asterism.cluster.internal;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * Searches for places of coordinators again and again while there is none, on a thread of its own: a folder of a
 * network may hang, and the group's engine must not wait for it.
 */
final class PlaceSearch implements AutoCloseable {
    private static final long PAUSE_MILLIS = 1_000;

    /** Finds places where a coordinator may be. */
    @FunctionalInterface
    interface Source {
        /** May take its time; see {@link Discovery#places}. */
        List<InetSocketAddress> places() throws IOException;
    }

    /**
     * What a search has found.
     *
     * @param places where a coordinator may be
     * @param trouble why the search has failed, in a phrase; empty if it has not
     */
    record Result(List<InetSocketAddress> places, String trouble) {
        private static final Result NOTHING = new Result(List.of(), "");
    }

    private final Source source;
    private final BooleanSupplier isAlone;
    private final CountDownLatch searched = new CountDownLatch(1);
    private final CountDownLatch closed = new CountDownLatch(1);
    private volatile Result result = Result.NOTHING;

    private PlaceSearch(Source source, BooleanSupplier isAlone) {
        this.source = source;
        this.isAlone = isAlone;
    }

    /**
     * Begins at once.
     *
     * @param source finds places
     * @param isAlone whether there is no coordinator
     */
    static PlaceSearch begin(Source source, BooleanSupplier isAlone) {
        PlaceSearch search = new PlaceSearch(source, isAlone);
        SerialThread.daemon("asterism-cluster-search", search::run).start();
        return search;
    }

    /** Waits until it has searched once; not longer than some milliseconds. */
    void awaitFirst(long millis) {
        try {
            searched.await(millis, TimeUnit.MILLISECONDS);
        } catch (InterruptedException hurry) {
            Thread.currentThread().interrupt();
        }
    }

    /** Returns what the last search has found; nothing while there is a coordinator. Never blocks. */
    Result result() {
        return result;
    }

    private void run() {
        try {
            do {
                result = isAlone.getAsBoolean() ? search() : Result.NOTHING;
                searched.countDown();
            } while (!closed.await(PAUSE_MILLIS, TimeUnit.MILLISECONDS));
        } catch (InterruptedException unwanted) {
            // Nobody interrupts this thread, but it would end.
        }
    }

    private Result search() {
        try {
            return new Result(List.copyOf(source.places()), "");
        } catch (IOException | RuntimeException failed) {
            return new Result(List.of(), failed.getMessage() == null ? failed.toString() : failed.getMessage());
        }
    }

    /** Ends the searches. One that is under way ends when it returns. */
    @Override
    public void close() {
        closed.countDown();
    }
}
