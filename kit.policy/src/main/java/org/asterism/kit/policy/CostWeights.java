package org.asterism.kit.policy;

import static org.asterism.api.Parameter.AND;

import java.util.Map;
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
    /** Declares the weight of a later end. */
    public static final String ALPHA = "alpha (1; 0 to 1e12): weight of a later end";

    /** Declares the weight of transfers. */
    public static final String BETA = "beta (1; 0 to 1e12): weight of the time that data travel";

    /** Declares the weight of energy. */
    public static final String GAMMA = "gamma (1000; 0 to 1e12): what a joule weighs, in microseconds";

    /** Declares the power of idle workers. */
    public static final String IDLE_POWER =
            "idle-power (0; 0 to 1e12): what the machine needs while it waits for its last worker, in watts";

    /** Declares all four weights. */
    public static final String DECLARED = ALPHA + AND + BETA + AND + GAMMA + AND + IDLE_POWER;

    /** What holds when nobody says otherwise: the reference's numbers. */
    public static final CostWeights USUAL = usual(new PolicyProperties(Map.of()));

    private static CostWeights usual(PolicyProperties none) {
        return new CostWeights(none.number(ALPHA), none.number(BETA), none.number(GAMMA), none.number(IDLE_POWER));
    }

    /**
     * These weights, except where a policy's properties say otherwise.
     *
     * @param properties may have the four of them
     * @return others, or equal ones
     * @throws IllegalArgumentException if one of them is not allowed
     */
    public CostWeights with(PolicyProperties properties) {
        return new CostWeights(
                properties.number(ALPHA, alpha),
                properties.number(BETA, beta),
                properties.number(GAMMA, gamma),
                properties.number(IDLE_POWER, idlePower));
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
