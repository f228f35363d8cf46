package org.asterism.tck;

/** Seed of random tests. It is printed, and {@code -Dasterism.seed=NUMBER} repeats it. */
final class Seed {
    /** System property that repeats a run. */
    static final String PROPERTY = "asterism.seed";

    private Seed() {}

    /** Returns the requested seed or a new one, and prints it. */
    static long take(String test) {
        long seed = Long.getLong(PROPERTY, System.nanoTime());
        System.out.println(test + ": repeat with -D" + PROPERTY + "=" + seed);
        return seed;
    }
}
