package org.asterism.kit.component;

import org.asterism.spi.policy.PolicyProperties;

/**
 * What an expected end, the way of data and energy weigh against each other when a task is placed.
 *
 * @param alpha of a later end
 * @param beta of the time that data travel
 * @param gamma what a joule weighs, in microseconds
 * @param idlePower what all workers together need while one works longer than all others, in watts
 */
public record CompletionWeights(double alpha, double beta, double gamma, double idlePower) {
    /** The name of the parameter {@link #alpha()}. */
    public static final String ALPHA = "alpha";

    /** The name of the parameter {@link #beta()}. */
    public static final String BETA = "beta";

    /** The name of the parameter {@link #gamma()}. */
    public static final String GAMMA = "gamma";

    /** The name of the parameter {@link #idlePower()}. */
    public static final String IDLE_POWER = "idle-power";

    /** What a factory says of {@link #ALPHA}. */
    public static final String ABOUT_ALPHA = ALPHA + " (1): weight of a later end";

    /** What a factory says of {@link #BETA}. */
    public static final String ABOUT_BETA = BETA + " (1): weight of the time that data travel";

    /** What a factory says of {@link #GAMMA}. */
    public static final String ABOUT_GAMMA = GAMMA + " (1000): what a joule weighs, in microseconds";

    /** What a factory says of {@link #IDLE_POWER}. */
    public static final String ABOUT_IDLE_POWER =
            IDLE_POWER + " (0): what the machine needs while it waits for its last worker, in watts";

    /** The reference's numbers. */
    public static final CompletionWeights USUAL = new CompletionWeights(1, 1, 1000, 0);

    private static final double MOST = 1e12;

    /**
     * Reads them from a component's parameters.
     *
     * @param parameters may have others, too
     * @return {@link #USUAL}, where they say nothing
     * @throws IllegalArgumentException if one is no number from 0 to 1e12
     */
    public static CompletionWeights of(PolicyProperties parameters) {
        return new CompletionWeights(
                parameters.number(ALPHA, USUAL.alpha, 0, MOST),
                parameters.number(BETA, USUAL.beta, 0, MOST),
                parameters.number(GAMMA, USUAL.gamma, 0, MOST),
                parameters.number(IDLE_POWER, USUAL.idlePower, 0, MOST));
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
