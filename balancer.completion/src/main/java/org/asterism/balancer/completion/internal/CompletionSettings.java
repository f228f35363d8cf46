package org.asterism.balancer.completion.internal;

import org.asterism.spi.policy.PolicyProperties;

/**
 * When workers move.
 *
 * @param gain by what part the end of the last context, or of one that ends earlier, must come nearer
 * @param pauseNanos how long nothing moves after something has
 */
record CompletionSettings(double gain, long pauseNanos) {
    static final String GAIN = "gain";
    static final String PAUSE = "pause";

    /**
     * Reads the properties.
     *
     * @throws IllegalArgumentException if one is not known or its value not allowed
     */
    static CompletionSettings of(PolicyProperties properties) {
        properties.allowOnly(GAIN, PAUSE);
        return new CompletionSettings(properties.number(GAIN, 0.1, 0, 1), properties.nanos(PAUSE, 50_000_000));
    }
}
