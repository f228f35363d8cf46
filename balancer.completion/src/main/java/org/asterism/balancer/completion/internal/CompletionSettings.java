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
    static final String GAIN = "gain (0.1; 0 to 1): by what part an expected end must come nearer for workers to move";
    static final String PAUSE = "pause (50ms): how long nothing moves after something has";
    static final String STAY = "stay (100ms): how long a worker that was moved stays where it is";

    /**
     * Reads the properties.
     *
     * @throws IllegalArgumentException if one is not known or its value not allowed
     */
    static CompletionSettings of(PolicyProperties properties) {
        properties.allowOnly(GAIN, PAUSE, STAY);
        return new CompletionSettings(properties.number(GAIN), properties.nanos(PAUSE), properties.nanos(STAY));
    }
}
