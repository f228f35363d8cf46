package org.asterism.kit.policy;

import static org.asterism.api.Parameter.AND;

import java.util.Map;
import org.asterism.spi.policy.PolicyProperties;

/**
 * Weights of a later end, of transfers and of energy in the cost of a placement, as in StarPU's dmda. The cost of a
 * place is {@code alpha * (its end - the earliest end) + beta * transfers + gamma * energy}, plus the energy of all
 * workers while only that worker is still running. Times are nanoseconds.
 *
 * <p><b>Threads.</b> Any.
 *
 * @param alpha weight of a later end
 * @param beta weight of transfers
 * @param gamma weight of a joule, in microseconds
 * @param idlePower power of all workers while one of them works longer than all others, in watts
 */
public record CostWeights(double alpha, double beta, double gamma, double idlePower) {
    /** Parameter: weight of a later end. */
    public static final String ALPHA = "alpha (1; 0 to 1e12): weight of a later end";

    /** Parameter: weight of transfers. */
    public static final String BETA = "beta (1; 0 to 1e12): weight of the time that data travel";

    /** Parameter: weight of energy. */
    public static final String GAMMA = "gamma (1000; 0 to 1e12): what a joule weighs, in microseconds";

    /** Parameter: power of idle workers. */
    public static final String IDLE_POWER =
            "idle-power (0; 0 to 1e12): what the machine needs while it waits for its last worker, in watts";

    /** Declares all four weights. */
    public static final String DECLARED = ALPHA + AND + BETA + AND + GAMMA + AND + IDLE_POWER;

    /** The default weights, which are StarPU's. */
    public static final CostWeights USUAL = usual(new PolicyProperties(Map.of()));

    private static CostWeights usual(PolicyProperties none) {
        return new CostWeights(none.number(ALPHA), none.number(BETA), none.number(GAMMA), none.number(IDLE_POWER));
    }

    /**
     * Returns these weights, replaced by those that a policy's properties set.
     *
     * @param properties properties of the policy
     * @return the resulting weights
     * @throws IllegalArgumentException if a value is not allowed
     */
    public CostWeights with(PolicyProperties properties) {
        return new CostWeights(
                properties.number(ALPHA, alpha),
                properties.number(BETA, beta),
                properties.number(GAMMA, gamma),
                properties.number(IDLE_POWER, idlePower));
    }

    /**
     * Returns the weight of a joule.
     *
     * @return nanoseconds
     */
    public double nanosPerJoule() {
        return gamma * 1000;
    }

    /**
     * Returns the weight of a nanosecond in which all workers but one are idle.
     *
     * @return nanoseconds
     */
    public double idleWeight() {
        return nanosPerJoule() * idlePower / 1e9;
    }
}
