package org.asterism.core.internal.runtime;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/** How a program waits for tasks. */
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

    /** Whether any thread sleeps, or is about to, until something has ended. */
    boolean isAnybodyWaiting();

    /** Wakes all who wait for what holds by now. */
    void wakeThoseWhoseTimeHasCome();
}
