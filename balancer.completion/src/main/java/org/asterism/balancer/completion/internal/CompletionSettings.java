package org.asterism.balancer.completion.internal;

import org.asterism.spi.policy.PolicyProperties;

/**
 * When workers move.
 *
 * @param gain by what part the end of the last context, or of one that ends earlier, must come nearer
 * @param pauseNanos how long nothing moves after something has
 * @param stayNanos how long a worker that was moved stays where it is
 */
record CompletionSettings(double gain, long pauseNanos, long stayNanos) {
    static final String GAIN = "gain";
    static final String PAUSE = "pause";
    static final String STAY = "stay";

    /**
     * Reads the properties.
     *
     * @throws IllegalArgumentException if one is not known or its value not allowed
     */
    static CompletionSettings of(PolicyProperties properties) {
        properties.allowOnly(GAIN, PAUSE, STAY);
        return new CompletionSettings(
                properties.number(GAIN, 0.1, 0, 1),
                properties.nanos(PAUSE, 50_000_000),
                properties.nanos(STAY, 100_000_000));
    }
}
