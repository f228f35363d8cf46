package org.asterism.bench.revisions;

import java.util.Locale;

/**
 * The expected time of a comparison on two otherwise idle cores. Other machines differ, but not by an order of
 * magnitude.
 */
final class Estimate {
    private static final double SECONDS_TO_START_BOTH = 4;
    private static final double SECONDS_PER_PAIR = 0.09;
    private static final double SECONDS_PER_PAIR_OF_JVMS = 8;
    private static final double SECONDS_PER_PAIR_OF_STARTS = 5;

    private Estimate() {}

    /** In words. */
    static String of(Options options) {
        double seconds = options.starts() * SECONDS_PER_PAIR_OF_STARTS;
        for (Row row : options.rows()) {
            int pairs = row.load().warmUps() + options.rounds();
            seconds += options.separate()
                    ? TaskCosts.separatePairs(options) * SECONDS_PER_PAIR_OF_JVMS
                    : options.jvms() * (SECONDS_TO_START_BOTH + pairs * SECONDS_PER_PAIR);
        }
        return seconds < 90
                ? String.format(Locale.ROOT, "%.0f seconds", seconds)
                : String.format(Locale.ROOT, "%.0f minutes", seconds / 60);
    }
}
