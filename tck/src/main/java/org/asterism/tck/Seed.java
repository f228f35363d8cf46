package org.asterism.tck;

/** The seed of random tests: printed, and repeatable with {@code -Dasterism.seed=NUMBER}. */
final class Seed {
    /** The system property that repeats a run. */
    static final String PROPERTY = "asterism.seed";

    private Seed() {}

    /** Takes the seed that was asked for, or a new one, and prints it. */
    static long take(String test) {
        long seed = Long.getLong(PROPERTY, System.nanoTime());
        System.out.println(test + ": repeat with -D" + PROPERTY + "=" + seed);
        return seed;
    }
}
