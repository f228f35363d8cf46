package org.asterism.kit.component;

import java.util.Objects;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Supplier;

/**
 * Pool of scratch objects: a thread takes one for a short time and gives it back. A thread gets the object that it gave
 * back last, as long as few more than {@value #PLACES} threads are active. If the pool has no object for a thread, it
 * creates one. If two objects are given back to the same place, the last one stays.
 *
 * <p>When to use: scratch space for concurrent decisions that is too large to be allocated for each decision.
 *
 * <p><b>Threads.</b> Any; a taken object belongs to the thread until it gives it back. Taking an object acquires the
 * memory effects released by giving it back.
 *
 * @param <T> type of the reused objects
 */
public final class Spares<T> {
    private static final int PLACES = 32;

    private final AtomicReferenceArray<T> places = new AtomicReferenceArray<>(PLACES);
    private final Supplier<? extends T> maker;

    /**
     * Creates an empty pool.
     *
     * @param maker creates an object, on the thread that needs it
     */
    public Spares(Supplier<? extends T> maker) {
        this.maker = Objects.requireNonNull(maker, "maker");
    }

    /**
     * Takes an object out of the pool, or creates one.
     *
     * @return an object that no other thread uses; {@link #give Give it back} after use. After an exception it may be
     *     dropped
     */
    public T take() {
        T spare = places.getAndSet(place(), null);
        return spare == null ? maker.get() : spare;
    }

    /**
     * Puts an object back into the pool.
     *
     * @param spare a taken object that the caller no longer uses
     */
    public void give(T spare) {
        places.setRelease(place(), spare);
    }

    private static int place() {
        return (int) Thread.currentThread().threadId() & (PLACES - 1);
    }
}
