package org.asterism.policy.parallel.pheft.internal;

import org.asterism.kit.policy.CostWeights;
import org.asterism.spi.policy.PolicyProperties;

/**
 * What can be set of {@code pheft}: as with dmda.
 *
 * @param costs what an expected end, a transfer and energy weigh against each other
 * @param prefetch whether data are sent for as soon as a task is placed
 * @param explore whether those are tried that nothing is known about, or left out if there are others
 */
record Weights(CostWeights costs, boolean prefetch, boolean explore) {
    private static final String PREFETCH = "prefetch";
    private static final String EXPLORE = "explore";

    /**
     * Reads a policy's properties.
     *
     * @throws IllegalArgumentException if one is not known or its value not allowed
     */
    static Weights of(PolicyProperties properties) {
        properties.allowOnly(
                CostWeights.ALPHA, CostWeights.BETA, CostWeights.GAMMA, CostWeights.IDLE_POWER, PREFETCH, EXPLORE);
        return new Weights(
                CostWeights.USUAL.with(properties), properties.flag(PREFETCH, true), properties.flag(EXPLORE, true));
    }
}
