package org.asterism.bench.revisions;

import java.util.Locale;

/** The conclusion from the ratios of a row. */
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
