package org.asterism.kit.policy.placement;

import java.util.Map;
import org.asterism.kit.policy.CostWeights;
import org.asterism.spi.policy.PolicyProperties;

/**
 * Settings of policies that place each task where it costs least. Properties of a context override the configuration.
 *
 * @param costs weights of the expected end, transfers and energy
 * @param prefetch whether the data of a task are fetched as soon as it is placed
 * @param explore whether tasks go to workers where their time is unknown; otherwise these are left out if there are
 *     others
 * @param window number of waiting tasks among which a worker looks for the one whose data are ready
 */
public record Weights(CostWeights costs, boolean prefetch, boolean explore, int window) {
    /** Declares whether data are fetched early. */
    public static final String PREFETCH = "prefetch (true): whether data are sent for as soon as a task is placed";

    /** Declares whether unknown times are measured. */
    public static final String EXPLORE =
            "explore (true): whether tasks go to workers where their time is not known yet";

    /** Declares how far workers look for ready data. */
    public static final String WINDOW =
            "window (1024; 1 to 1000000): how many waiting tasks are looked at for the one whose data are there";

    /** Declares the least priority. */
    public static final String LEAST_PRIORITY =
            "min-priority (unset): with max-priority, tasks ahead are counted by priority";

    /** Declares the greatest priority. */
    public static final String GREATEST_PRIORITY = "max-priority (unset): see min-priority";

    /** The defaults, which are those of StarPU. */
    public static final Weights USUAL = usual(new PolicyProperties(Map.of()));

    private static Weights usual(PolicyProperties none) {
        return new Weights(CostWeights.USUAL, none.flag(PREFETCH), none.flag(EXPLORE), none.integer(WINDOW));
    }

    /**
     * Overrides these weights with properties.
     *
     * @param properties may contain each of the settings
     * @return changed weights
     * @throws IllegalArgumentException if a value is not allowed
     */
    public Weights with(PolicyProperties properties) {
        return new Weights(
                costs.with(properties),
                properties.flag(PREFETCH, prefetch),
                properties.flag(EXPLORE, explore),
                properties.integer(WINDOW, window));
    }
}
