package org.asterism.core.internal.runtime.waiting;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/** Waits of programs for tasks. */
interface Waiting {
    /**
     * Waits until a condition holds.
     *
     * @param condition becomes true by what workers do, and is looked at by them as well
     * @param beforeSleep called before the thread sleeps, so that whoever makes the condition true wakes it
     * @param time how long to wait at most; null for ever
     * @param what for messages
     * @return false if the time was over first
     */
    boolean until(BooleanSupplier condition, Runnable beforeSleep, Duration time, String what)
            throws InterruptedException;

    /**
     * Looks for a short while, at the cost of nobody else, whether a condition holds.
     *
     * @param time how long to look at most; null for as long as is worth while
     */
    boolean isSoon(BooleanSupplier condition, Duration time);

    /**
     * Sleeps until something has ended, of which {@link #wake} is told then: those that wait for something else are not
     * looked at for it.
     *
     * @param awaited what shall end
     * @param hasEnded whether it has
     * @param beforeSleep as above; afterwards its end is told
     * @param time how long to wait at most; null for ever
     * @param what for messages
     * @return false if the time was over first
     */
    boolean untilEnd(Object awaited, BooleanSupplier hasEnded, Runnable beforeSleep, Duration time, String what)
            throws InterruptedException;

    /**
     * Has the calling thread, which steps a worker, sleep once unless a condition holds.
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

    /** Has whoever steps workers in virtual time look whether those that sleep find something now. */
    default void lookAgain() {}
}
