package org.asterism.api.model;

import java.util.Objects;
import java.util.OptionalDouble;

/**
 * Settings for the prediction of copies between memory nodes. A predicted copy takes the link's latency, plus the time
 * of its bytes at the link's bandwidth, times the contention.
 *
 * @param contention the factor for the time of the bytes, because other copies run at the same time; 1 for free links,
 *     0 to count latencies only. Empty for the pessimistic 2n, as if all n devices sent and received all the time,
 *     where n is the present number of memory nodes of devices; without devices it is 1. A separate link between two
 *     devices carries at most 2 copies, one each way, and so counts 2 at most
 */
public record LinkSettings(OptionalDouble contention) {
    /** Checks the contention. */
    public LinkSettings {
        Objects.requireNonNull(contention, "contention");
        if (contention.isPresent()
                && !(contention.getAsDouble() >= 0 && contention.getAsDouble() < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException(
                    "contention is " + contention.getAsDouble() + ": give a finite number from 0, or none for 2n");
        }
    }

    /**
     * Pessimistic predictions.
     *
     * @return the settings to start from
     */
    public static LinkSettings defaults() {
        return new LinkSettings(OptionalDouble.empty());
    }

    /**
     * Sets the contention.
     *
     * @param times the factor for the time of a copy's bytes; from 0
     * @return settings with it
     */
    public static LinkSettings withContention(double times) {
        return new LinkSettings(OptionalDouble.of(times));
    }
}
