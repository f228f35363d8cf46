package org.asterism.kit.policy.placement;

import java.util.function.Supplier;
import org.asterism.api.Parameter;
import org.asterism.spi.policy.PolicyProperties;

/**
 * The weights of one policy: the properties that it was requested with and, for the rest, the current configuration of
 * its bundle.
 *
 * <p><b>Threads.</b> Any number.
 */
final class Settings {
    private static final String LEAST_PRIORITY =
            Parameter.of(Weights.LEAST_PRIORITY).name();
    private static final String GREATEST_PRIORITY =
            Parameter.of(Weights.GREATEST_PRIORITY).name();

    private record Current(Weights configured, Weights all) {}

    private final PolicyProperties properties;
    private final Supplier<Weights> configuration;
    private final boolean ranged;
    private volatile Current current;

    /**
     * Reads the properties.
     *
     * @param properties of the context
     * @param declared the declarations of the policy's parameters
     * @param configuration current weights, for what the properties leave open
     * @throws IllegalArgumentException if the policy does not declare a property, or its value is not allowed
     */
    Settings(PolicyProperties properties, String declared, Supplier<Weights> configuration) {
        this.properties = properties.allowOnly(declared);
        this.configuration = configuration;
        int least = properties.integer(LEAST_PRIORITY, Integer.MIN_VALUE, Integer.MIN_VALUE, Integer.MAX_VALUE);
        properties.integer(GREATEST_PRIORITY, Integer.MAX_VALUE, least, Integer.MAX_VALUE);
        ranged = properties.values().containsKey(LEAST_PRIORITY)
                && properties.values().containsKey(GREATEST_PRIORITY);
        weights();
    }

    /** Returns the current weights. */
    Weights weights() {
        Weights configured = configuration.get();
        Current known = current;
        if (known == null || known.configured != configured) {
            known = new Current(configured, configured.with(properties));
            current = known;
        }
        return known.all;
    }

    /** Whether the program has said from where to where its priorities go. */
    boolean isRanged() {
        return ranged;
    }
}
