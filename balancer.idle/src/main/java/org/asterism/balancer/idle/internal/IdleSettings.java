package org.asterism.balancer.idle.internal;

import org.asterism.spi.policy.PolicyProperties;

/**
 * When workers move.
 *
 * @param idleNanos how long a worker must have run nothing
 * @param stayNanos how long a worker that was moved stays where it is
 * @param atOnce how many workers a context gets per look at most
 */
record IdleSettings(long idleNanos, long stayNanos, int atOnce) {
    static final String IDLE_TIME = "idle-time";
    static final String STAY = "stay";
    static final String AT_ONCE = "at-once";

    /**
     * Reads the properties.
     *
     * @throws IllegalArgumentException if one is not known or its value not allowed
     */
    static IdleSettings of(PolicyProperties properties) {
        properties.allowOnly(IDLE_TIME, STAY, AT_ONCE);
        return new IdleSettings(
                properties.nanos(IDLE_TIME, 20_000_000),
                properties.nanos(STAY, 100_000_000),
                properties.integer(AT_ONCE, 1, 1, Integer.MAX_VALUE));
    }
}
