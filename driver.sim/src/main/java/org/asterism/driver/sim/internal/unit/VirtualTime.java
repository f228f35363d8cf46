package org.asterism.driver.sim.internal.unit;

/**
 * Adds virtual times. A sum must not exceed the last time of the clock, because an event planned after that would seem
 * to be over at once.
 */
final class VirtualTime {
    /** Half of what the clock can show: 146 years. */
    private static final long MOST = Long.MAX_VALUE / 2;

    private VirtualTime() {}

    /**
     * The time so long after another one.
     *
     * @throws IllegalStateException if that is too late
     */
    static long after(long time, long nanos) {
        if (time > MOST - nanos) {
            throw new IllegalStateException(
                    "the simulation has come to the end of its virtual time, 146 years: simulate"
                            + " fewer tasks, or a machine file with shorter times");
        }
        return time + nanos;
    }
}
