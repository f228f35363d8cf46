package org.asterism.examples.contexts.internal;

import java.util.LinkedHashMap;
import java.util.Map;
import org.asterism.api.BalancerDescription;

/**
 * The times for a balancer if the user names none. The balancer's own defaults suit programs whose load stays the same
 * for seconds. In this demo, that time depends on the machine and the options, and is known from the run without a
 * balancer.
 */
final class Pace {
    private static final long LEAST_PERIOD = 10_000; // a runtime takes no less

    /** By what a phase is divided. */
    private static final Map<String, Integer> PARTS = Map.of("idle-time", 50, "pause", 20, "stay", 10);

    private Pace() {}

    /**
     * The times for a balancer.
     *
     * @param choice the balancer, with the properties that the user has named
     * @param balancer the chosen balancer; times that it does not support are left out
     * @param phase the duration of a phase with workers that stay, in nanoseconds
     * @return those that the user has not named
     */
    static Map<String, String> of(Choice choice, BalancerDescription balancer, long phase) {
        Map<String, String> times = new LinkedHashMap<>();
        times.put("period", inWords(Math.max(LEAST_PERIOD, phase / 100)));
        for (String parameter : balancer.parameters()) {
            String name = parameter.split("[ (:]", 2)[0];
            Integer parts = PARTS.get(name);
            if (parts != null) {
                times.put(name, inWords(Math.max(LEAST_PERIOD, phase / parts)));
            }
        }
        times.keySet().removeAll(choice.properties().keySet());
        return times;
    }

    private static String inWords(long nanos) {
        return Math.round(nanos / 1e3) + "us";
    }
}
