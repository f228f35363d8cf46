package org.asterism.core.internal.runtime.waiting;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/** Waits of programs for tasks. */
interface Waiting {
    /**
     * Waits until a condition holds.
     *
     * @param condition becomes true by what workers do, and is looked at by them as well
     * @param beforeSleep called before the thread sleeps, so that the thread that makes the condition true wakes it
     * @param time the longest time to wait; null for no limit
     * @param what for messages
     * @return false if the time was over first
     */
    boolean until(BooleanSupplier condition, Runnable beforeSleep, Duration time, String what)
            throws InterruptedException;

    /**
     * Looks for a short while, at the cost of nobody else, whether a condition holds.
     *
     * @param time the longest time to poll; null for as long as is worthwhile
     */
    boolean isSoon(BooleanSupplier condition, Duration time);

    /**
     * Sleeps until an event has ended. {@link #wake} is then called with it, so that waits for other events are not
     * checked.
     *
     * @param awaited the event to wait for
     * @param hasEnded whether it has
     * @param beforeSleep called before the thread sleeps; after that, the end of the event must be reported
     * @param time the longest time to wait; null for no limit
     * @param what for messages
     * @return false if the time was over first
     */
    boolean untilEnd(Object awaited, BooleanSupplier hasEnded, Runnable beforeSleep, Duration time, String what)
            throws InterruptedException;

    /**
     * Makes the calling thread, which steps a worker, sleep once unless a condition holds.
     *
     * @param condition as above
     * @param sleep returns when the thread is woken, for whatever reason
     */
    void sleepUnless(BooleanSupplier condition, Runnable sleep);

    /** Whether any thread sleeps, or is about to, until something has ended. */
    boolean isAnybodyWaiting();

    /** Wakes those who wait until a condition holds that does by now. */
    void wakeSatisfied();

    /** Wakes those who wait for the end of something, which has ended. */
    void wake(Object ended);

    /** Makes the thread that steps workers in virtual time check whether sleeping workers have work now. */
    default void lookAgain() {}
}
