package org.asterism.policy.dmda.internal;

import org.asterism.kit.policy.CostWeights;
import org.asterism.spi.policy.PolicyProperties;

/**
 * What can be set. Properties that the policy was asked for with go before the configuration.
 *
 * @param costs what an expected end, a transfer and energy weigh against each other
 * @param prefetch whether data are sent for as soon as a task is placed
 * @param explore whether a worker that nothing is known about is tried, or left out if there are others
 * @param window how many tasks are looked at for the one whose data are there
 */
record Weights(CostWeights costs, boolean prefetch, boolean explore, int window) {
    static final String PREFETCH = "prefetch";
    static final String EXPLORE = "explore";
    static final String WINDOW = "window";

    static final int WIDEST = 1_000_000;

    /** What holds when nobody says otherwise: the reference's numbers. */
    static final Weights USUAL = new Weights(CostWeights.USUAL, true, true, 1024);

    /** These weights, except where a policy's properties say otherwise. */
    Weights with(PolicyProperties properties) {
        return new Weights(
                costs.with(properties),
                properties.flag(PREFETCH, prefetch),
                properties.flag(EXPLORE, explore),
                properties.integer(WINDOW, window, 1, WIDEST));
    }
}
