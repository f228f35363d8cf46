package org.asterism.balancer.completion.internal;

import static org.asterism.api.Parameter.AND;

import org.asterism.spi.policy.PolicyProperties;

/**
 * The settings that decide when workers move.
 *
 * @param gain least part by which a move must shorten the time until the end of the last context, or of an earlier one
 * @param pauseNanos the time after a move during which nothing moves
 * @param stayNanos the time that a moved worker stays
 */
record CompletionSettings(double gain, long pauseNanos, long stayNanos) {
    static final String GAIN = "gain (0.1; 0 to 1): by what part an expected end must come nearer for workers to move";
    static final String PAUSE = "pause (50ms): how long nothing moves after something has";
    static final String STAY = "stay (100ms): how long a worker that was moved stays where it is";
    static final String DECLARED = GAIN + AND + PAUSE + AND + STAY;

    /**
     * Reads the properties.
     *
     * @throws IllegalArgumentException if one is not known or its value not allowed
     */
    static CompletionSettings of(PolicyProperties properties) {
        properties.allowOnly(DECLARED);
        return new CompletionSettings(properties.number(GAIN), properties.nanos(PAUSE), properties.nanos(STAY));
    }
}
