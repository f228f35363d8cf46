package org.asterism.core.internal.balance;

import java.util.HashMap;
import java.util.Map;
import org.asterism.api.BalancerChoice;
import org.asterism.spi.policy.PolicyProperties;

/**
 * The settings common to all balancers, and the chosen balancer's own.
 *
 * @param choice the balancer's name and all properties
 * @param period the time between two looks, in nanoseconds
 * @param lazily whether a worker leaves its context only when it has run a task in the new one
 * @param bounds of contexts, by name; see {@link #bounds(String)}
 * @param own the balancer's own properties
 */
record BalanceSettings(
        BalancerChoice choice, long period, boolean lazily, Map<String, Bounds> bounds, PolicyProperties own) {
    static final String PERIOD = "period";
    static final String LAZILY = "lazily";
    private static final String LEAST = ".least";
    private static final String MOST = ".most";
    private static final String BALANCED = ".balanced";

    /** The properties of every balancer, for messages. */
    static final String NAMES =
            PERIOD + ", " + LAZILY + ", CONTEXT" + LEAST + ", CONTEXT" + MOST + " and CONTEXT" + BALANCED;

    private static final long DEFAULT_PERIOD = 10_000_000;
    private static final long LEAST_PERIOD = 10_000;

    /** The least and greatest number of workers of a context, and whether it takes part in balancing. */
    record Bounds(int least, int most, boolean balanced) {
        static final Bounds NONE = new Bounds(0, Integer.MAX_VALUE, true);
    }

    /**
     * Sorts the properties.
     *
     * @throws IllegalArgumentException if the value of one is not allowed
     */
    static BalanceSettings of(BalancerChoice choice) {
        PolicyProperties given = new PolicyProperties(choice.properties());
        long period = given.nanos(PERIOD, DEFAULT_PERIOD);
        if (period < LEAST_PERIOD) {
            throw new IllegalArgumentException("property '" + PERIOD + "' is '"
                    + choice.properties().get(PERIOD) + "'; allowed are 10us or more, such as 10ms");
        }
        Map<String, Bounds> bounds = new HashMap<>();
        Map<String, String> own = new HashMap<>();
        choice.properties().forEach((name, value) -> {
            String context = contextIn(name);
            if (context != null) {
                bounds.computeIfAbsent(context, any -> boundsOf(context, given));
            } else if (!name.equals(PERIOD) && !name.equals(LAZILY)) {
                own.put(name, value);
            }
        });
        return new BalanceSettings(
                choice, period, given.flag(LAZILY, true), Map.copyOf(bounds), new PolicyProperties(own));
    }

    /** The context that a property is about, or null. */
    private static String contextIn(String property) {
        for (String end : new String[] {LEAST, MOST, BALANCED}) {
            if (property.endsWith(end) && property.length() > end.length()) {
                return property.substring(0, property.length() - end.length());
            }
        }
        return null;
    }

    private static Bounds boundsOf(String context, PolicyProperties given) {
        int least = given.integer(context + LEAST, 0, 0, Integer.MAX_VALUE);
        int most = given.integer(context + MOST, Integer.MAX_VALUE, least, Integer.MAX_VALUE);
        return new Bounds(least, most, given.flag(context + BALANCED, true));
    }

    /** The bounds of a context. */
    Bounds bounds(String context) {
        return bounds.getOrDefault(context, Bounds.NONE);
    }
}
