package org.asterism.kit.policy;

import org.asterism.spi.policy.PolicyProperties;

/**
 * What a later end, transfers and energy weigh against each other where a policy places each task where it costs least,
 * as StarPU's dmda does. The cost of a place is {@code alpha * (its end - the earliest end) + beta * transfers + gamma
 * * energy}, and what all workers together need while that worker alone is still at work. Times are nanoseconds.
 *
 * <p><b>Threads.</b> Any.
 *
 * @param alpha of a later end
 * @param beta of transfers
 * @param gamma what a joule weighs, in microseconds
 * @param idlePower what all workers together need while one works longer than all others, in watts
 */
public record CostWeights(double alpha, double beta, double gamma, double idlePower) {
    /** The property of alpha. */
    public static final String ALPHA = "alpha";

    /** Describes {@link #ALPHA} in the parameters of a factory. */
    public static final String ABOUT_ALPHA = ALPHA + " (1): weight of a later end";

    /** The property of beta. */
    public static final String BETA = "beta";

    /** Describes {@link #BETA} in the parameters of a factory. */
    public static final String ABOUT_BETA = BETA + " (1): weight of the time that data travel";

    /** The property of gamma. */
    public static final String GAMMA = "gamma";

    /** Describes {@link #GAMMA} in the parameters of a factory. */
    public static final String ABOUT_GAMMA = GAMMA + " (1000): what a joule weighs, in microseconds";

    /** The property of the power of idle workers. */
    public static final String IDLE_POWER = "idle-power";

    /** Describes {@link #IDLE_POWER} in the parameters of a factory. */
    public static final String ABOUT_IDLE_POWER =
            IDLE_POWER + " (0): what the machine needs while it waits for its last worker, in watts";

    /** The greatest weight that a property may give. */
    public static final double MOST = 1e12;

    /** What holds when nobody says otherwise: the reference's numbers. */
    public static final CostWeights USUAL = new CostWeights(1, 1, 1000, 0);

    /**
     * These weights, except where a policy's properties say otherwise.
     *
     * @param properties may have the four of them
     * @return others, or equal ones
     * @throws IllegalArgumentException if one of them is no number from 0 to {@link #MOST}
     */
    public CostWeights with(PolicyProperties properties) {
        return new CostWeights(
                properties.number(ALPHA, alpha, 0, MOST),
                properties.number(BETA, beta, 0, MOST),
                properties.number(GAMMA, gamma, 0, MOST),
                properties.number(IDLE_POWER, idlePower, 0, MOST));
    }

    /**
     * What a joule weighs.
     *
     * @return nanoseconds
     */
    public double nanosPerJoule() {
        return gamma * 1000;
    }

    /**
     * What a nanosecond weighs during which all workers but one are idle.
     *
     * @return nanoseconds
     */
    public double idleWeight() {
        return nanosPerJoule() * idlePower / 1e9;
    }
}
