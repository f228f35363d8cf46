package org.asterism.api.model;

import java.util.Objects;
import java.util.OptionalDouble;

/**
 * Settings for the prediction of copies between memory nodes. A predicted copy takes the link's latency, plus the time
 * of its bytes at the link's bandwidth, times the contention.
 *
 * @param contention the factor for the time of the bytes, which allows for other copies at the same time: 1 for free
 *     links, 0 to count latencies only. If empty, the factor is 2n for n memory nodes of devices, as if all devices
 *     sent and received all the time; without devices it is 1. A separate link between two devices carries at most one
 *     copy each way, so its factor is at most 2
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
