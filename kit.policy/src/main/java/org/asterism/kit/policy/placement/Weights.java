package org.asterism.kit.policy.placement;

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
    /** Describes {@code prefetch} in the parameters of a factory. */
    public static final String ABOUT_PREFETCH =
            "prefetch (true): whether data are sent for as soon as a task is placed";

    /** Describes {@code explore}. */
    public static final String ABOUT_EXPLORE =
            "explore (true): whether tasks go to workers where their time is not known yet";

    /** Describes {@code window}. */
    public static final String ABOUT_WINDOW =
            "window (1024): how many waiting tasks are looked at for the one whose data are there";

    /** Describes {@code min-priority}. */
    public static final String ABOUT_LEAST_PRIORITY =
            "min-priority (unset): with max-priority, tasks ahead are counted by priority";

    /** Describes {@code max-priority}. */
    public static final String ABOUT_GREATEST_PRIORITY = "max-priority (unset): see min-priority";

    /** The property {@code prefetch}. */
    public static final String PREFETCH = "prefetch";

    /** The property {@code explore}. */
    public static final String EXPLORE = "explore";

    /** The property {@code window}. */
    public static final String WINDOW = "window";

    /** The defaults, which are those of StarPU. */
    public static final Weights USUAL = new Weights(CostWeights.USUAL, true, true, 1024);

    private static final int WIDEST = 1_000_000;

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
                properties.integer(WINDOW, window, 1, WIDEST));
    }
}
