package org.asterism.driver.remote.internal;

import java.util.random.RandomGenerator;

/** The seeds of random tests, each printed so that a failure can be repeated. */
final class Seed {
    private Seed() {}

    /** Returns {@code -Dasterism.seed}, or any, and prints it. */
    static long take(String test) {
        long seed = Long.getLong("asterism.seed", RandomGenerator.getDefault().nextLong());
        System.out.println(test + ": -Dasterism.seed=" + seed);
        return seed;
    }
}
