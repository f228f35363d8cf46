package org.asterism.bench.revisions;

import java.util.Locale;

/** What the ratios of a row allow to say. */
enum Verdict {
    FASTER,
    SLOWER,
    SAME,
    UNCLEAR;

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
