package org.asterism.api;

import org.osgi.annotation.versioning.ConsumerType;

/**
 * Source of a runtime's time. Core, policies and drivers never read the machine's clock, so the same code runs in real
 * and in virtual time.
 *
 * <p>Any thread may call a clock.
 */
@ConsumerType
@FunctionalInterface
public interface Clock {
    /**
     * The time since an arbitrary fixed moment.
     *
     * @return nanoseconds; never decreasing, comparable only with other readings of this clock
     */
    long nanoTime();

    /**
     * The machine's own monotonic clock.
     *
     * @return a clock in real time
     */
    static Clock system() {
        return System::nanoTime;
    }
}
