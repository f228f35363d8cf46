package org.asterism.balancer.idle.internal;

import static org.asterism.api.Parameter.AND;

import org.asterism.spi.policy.PolicyProperties;

/**
 * The settings that decide when workers move.
 *
 * @param idleNanos the time for which a worker must have run nothing
 * @param stayNanos the time that a moved worker stays
 * @param atOnce the greatest number of workers that a context gets per look
 */
record IdleSettings(long idleNanos, long stayNanos, int atOnce) {
    static final String IDLE_TIME = "idle-time (20ms): how long a worker must have run nothing before it moves";
    static final String STAY = "stay (100ms): how long a worker that was moved stays where it is";
    static final String AT_ONCE = "at-once (1; from 1): how many workers a context gets per look at most";
    static final String DECLARED = IDLE_TIME + AND + STAY + AND + AT_ONCE;

    /**
     * Reads the properties.
     *
     * @throws IllegalArgumentException if one is not known or its value not allowed
     */
    static IdleSettings of(PolicyProperties properties) {
        properties.allowOnly(DECLARED);
        return new IdleSettings(properties.nanos(IDLE_TIME), properties.nanos(STAY), properties.integer(AT_ONCE));
    }
}
