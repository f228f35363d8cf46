package org.asterism.kit.policy;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Random numbers for policies that draw: those of {@code drand48} (POSIX), a linear congruential generator of 48 bits
 * with the multiplier and increment of {@link java.util.Random}, of which each draw takes all bits. The same seed gives
 * the same sequence as there. Any thread may draw.
 */
public final class Dice {
    private static final long MULTIPLIER = 0x5DEECE66DL;
    private static final long INCREMENT = 0xB;
    private static final long MASK = (1L << 48) - 1;
    private static final long LOW = 0x330E;

    private final AtomicLong state;

    /**
     * Begins as {@code srand48} does.
     *
     * @param seed 32 bits; longer ones are folded
     */
    public Dice(long seed) {
        state = new AtomicLong(((seed ^ (seed >> 63) ^ (seed >>> 32)) & 0xFFFF_FFFFL) << 16 | LOW);
    }

    /**
     * Draws a number.
     *
     * @return from 0, less than 1
     */
    public double next() {
        return state.updateAndGet(now -> (now * MULTIPLIER + INCREMENT) & MASK) * 0x1.0p-48;
    }
}
