package org.asterism.kit.policy;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Random number generator for policies, identical to {@code drand48} (POSIX). It is a linear congruential generator of
 * 48 bits with the multiplier and increment of {@link java.util.Random}; each number uses all bits. The same seed gives
 * the same sequence as {@code drand48}. Thread-safe.
 */
public final class Dice {
    private static final long MULTIPLIER = 0x5DEECE66DL;
    private static final long INCREMENT = 0xB;
    private static final long MASK = (1L << 48) - 1;
    private static final long LOW = 0x330E;

    private final AtomicLong state;

    /**
     * Creates a generator, seeded like {@code srand48}.
     *
     * @param seed seed of 32 bits; a longer one is folded
     */
    public Dice(long seed) {
        state = new AtomicLong(((seed ^ (seed >> 63) ^ (seed >>> 32)) & 0xFFFF_FFFFL) << 16 | LOW);
    }

    /**
     * Returns the next number.
     *
     * @return number from 0, less than 1
     */
    public double next() {
        return state.updateAndGet(now -> (now * MULTIPLIER + INCREMENT) & MASK) * 0x1.0p-48;
    }
}
