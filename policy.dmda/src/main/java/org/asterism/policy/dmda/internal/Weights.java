package org.asterism.policy.dmda.internal;

import org.asterism.spi.policy.PolicyProperties;

/**
 * What an expected end, a transfer and energy weigh against each other, and what else can be set. Properties that the policy
 * was asked for with go before the configuration.
 *
 * @param alpha of a later end
 * @param beta of transfers
 * @param gamma what a joule weighs, in microseconds
 * @param idlePower what all workers together need while one works longer than all others, in watts
 * @param prefetch whether data are sent for as soon as a task is placed
 * @param explore whether a worker that nothing is known about is tried, or left out if there are others
 * @param window how many tasks are looked at for the one whose data are there
 */
record Weights(
        double alpha, double beta, double gamma, double idlePower, boolean prefetch, boolean explore, int window) {
    static final String ALPHA = "alpha";
    static final String BETA = "beta";
    static final String GAMMA = "gamma";
    static final String IDLE_POWER = "idle-power";
    static final String PREFETCH = "prefetch";
    static final String EXPLORE = "explore";
    static final String WINDOW = "window";

    static final double MOST = 1e12;
    static final int WIDEST = 1_000_000;

    /** What holds when nobody says otherwise: the reference's numbers. */
    static final Weights USUAL = new Weights(1, 1, 1000, 0, true, true, 1024);

    /** These weights, except where a policy's properties say otherwise. */
    Weights with(PolicyProperties properties) {
        return new Weights(
                properties.number(ALPHA, alpha, 0, MOST),
                properties.number(BETA, beta, 0, MOST),
                properties.number(GAMMA, gamma, 0, MOST),
                properties.number(IDLE_POWER, idlePower, 0, MOST),
                properties.flag(PREFETCH, prefetch),
                properties.flag(EXPLORE, explore),
                properties.integer(WINDOW, window, 1, WIDEST));
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
