package org.asterism.policy.parallel.internal;

import org.asterism.spi.policy.PolicyProperties;

/**
 * What an expected end, a transfer and energy weigh against each other in {@code pheft}, and what else can be set: as with dmda.
 *
 * @param alpha of a later end
 * @param beta of transfers
 * @param gamma what a joule weighs, in microseconds
 * @param idlePower what all workers together need while one works longer than all others, in watts
 * @param prefetch whether data are sent for as soon as a task is placed
 * @param explore whether those are tried that nothing is known about, or left out if there are others
 */
record Weights(double alpha, double beta, double gamma, double idlePower, boolean prefetch, boolean explore) {
    private static final String ALPHA = "alpha";
    private static final String BETA = "beta";
    private static final String GAMMA = "gamma";
    private static final String IDLE_POWER = "idle-power";
    private static final String PREFETCH = "prefetch";
    private static final String EXPLORE = "explore";
    private static final double MOST = 1e12;

    /**
     * Reads a policy's properties.
     *
     * @throws IllegalArgumentException if one is not known or its value not allowed
     */
    static Weights of(PolicyProperties properties) {
        properties.allowOnly(ALPHA, BETA, GAMMA, IDLE_POWER, PREFETCH, EXPLORE);
        return new Weights(
                properties.number(ALPHA, 1, 0, MOST),
                properties.number(BETA, 1, 0, MOST),
                properties.number(GAMMA, 1000, 0, MOST),
                properties.number(IDLE_POWER, 0, 0, MOST),
                properties.flag(PREFETCH, true),
                properties.flag(EXPLORE, true));
    }

    /** What a joule weighs, in nanoseconds. */
    double nanosPerJoule() {
        return gamma * 1000;
    }

    /** What a nanosecond weighs during which all workers but one are idle, in nanoseconds. */
    double idleWeight() {
        return nanosPerJoule() * idlePower / 1e9;
    }
}
