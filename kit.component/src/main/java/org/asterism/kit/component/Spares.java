package org.asterism.kit.component;

import java.util.Objects;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Supplier;

/**
 * Objects to work with for a moment, used again and again: who needs one takes it and gives it back. Threads find the
 * one that they gave back last, as long as not many more are at work than {@value #PLACES}; who finds none gets a new
 * one, and of those that are given back to the same place the last stays.
 *
 * <p>When to use: scratch space of decisions that several threads make at the same time, too large to be made for each.
 *
 * <p><b>Threads.</b> Any; what was taken belongs to the thread until it gives it back. Taking acquires what giving has
 * released.
 *
 * @param <T> what is used again
 */
public final class Spares<T> {
    private static final int PLACES = 32;

    private final AtomicReferenceArray<T> places = new AtomicReferenceArray<>(PLACES);
    private final Supplier<? extends T> maker;

    /**
     * Nothing to use again yet.
     *
     * @param maker makes a new one, on the thread that needs it
     */
    public Spares(Supplier<? extends T> maker) {
        this.maker = Objects.requireNonNull(maker, "maker");
    }

    /**
     * Takes one.
     *
     * @return nobody else's; to be {@link #give given back}, if nothing is thrown meanwhile
     */
    public T take() {
        T spare = places.getAndSet(place(), null);
        return spare == null ? maker.get() : spare;
    }

    /**
     * Gives one back.
     *
     * @param spare was taken, and is not used any more
     */
    public void give(T spare) {
        places.setRelease(place(), spare);
    }

    private static int place() {
        return (int) Thread.currentThread().threadId() & (PLACES - 1);
    }
}
