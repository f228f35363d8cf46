package org.asterism.policy.heteroprio.internal;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.asterism.api.Architecture;
import org.asterism.spi.policy.PolicyProperties;

/**
 * Settings of the policy.
 *
 * @param grouping rule for which tasks share a bucket
 * @param ordering formula for each architecture's order of the buckets
 * @param interval number of pushes between two computations of the orders
 * @param orders per architecture: the names of the buckets that it visits first
 * @param slowness per architecture: factor by which it is slower than the fastest architecture on a bucket
 * @param admission rule for when slower architectures may take tasks from a bucket
 * @param urgency whether teams follow priorities in the buckets for which they are fastest
 * @param near number of tasks at the head of a bucket that are compared by missing data
 * @param window maximum number of tasks that a worker holds
 * @param prefetch whether data are prefetched for the tasks that a worker holds
 * @param newestFirst whether the newest task of a priority comes first
 * @param locality settings of locality
 */
record Settings(
        Grouping grouping,
        Ordering ordering,
        int interval,
        Map<Architecture, List<String>> orders,
        Map<Architecture, Map<String, Double>> slowness,
        Admission admission,
        boolean urgency,
        int near,
        int window,
        boolean prefetch,
        boolean newestFirst,
        Locality.Settings locality) {

    private static final String ORDER = "order.";
    private static final String SLOW = "slow.";

    static Settings of(PolicyProperties properties) {
        List<String> known = new ArrayList<>(List.of(Declared.ALL));
        Map<Architecture, List<String>> orders = new LinkedHashMap<>();
        Map<Architecture, Map<String, Double>> slowness = new LinkedHashMap<>();
        properties.values().forEach((name, value) -> {
            if (name.startsWith(ORDER) && name.length() > ORDER.length()) {
                known.add(name);
                orders.put(Architecture.of(name.substring(ORDER.length())), names(name, value));
            } else if (name.startsWith(SLOW) && name.length() > SLOW.length()) {
                known.add(name);
                slowness.put(Architecture.of(name.substring(SLOW.length())), factors(name, value));
            } else if (Locality.Settings.knows(name)) {
                known.add(name);
            }
        });
        properties.allowOnly(known.toArray(String[]::new));
        return new Settings(
                choice(Grouping.class, properties, Declared.GROUPING),
                choice(Ordering.class, properties, Declared.ORDERING),
                properties.integer(Declared.INTERVAL),
                orders,
                slowness,
                choice(Admission.class, properties, Declared.ADMISSION),
                properties.flag(Declared.URGENCY),
                properties.integer(Declared.NEAR),
                properties.integer(Declared.WINDOW),
                properties.flag(Declared.PREFETCH),
                properties.flag(Declared.NEWEST_FIRST),
                Locality.Settings.of(properties));
    }

    /** Whether a team follows priorities in the buckets for which it is fastest. False if its order is configured. */
    boolean goesByUrgency(Team team) {
        return urgency && !locality.used() && !orders.containsKey(team.architecture());
    }

    /** Reads a value of an enumeration whose names are the declared words. */
    static <E extends Enum<E>> E choice(Class<E> type, PolicyProperties properties, String declared) {
        return Enum.valueOf(type, properties.word(declared).replace('-', '_').toUpperCase(Locale.ROOT));
    }

    private static List<String> names(String property, String text) {
        List<String> names = Arrays.stream(text.split(",")).map(String::strip).toList();
        if (names.contains("") || names.stream().distinct().count() < names.size()) {
            throw new IllegalArgumentException("property '" + property + "' is '" + text
                    + "'; allowed are names of buckets with commas between them, each once");
        }
        return names;
    }

    private static Map<String, Double> factors(String property, String text) {
        Map<String, Double> factors = new LinkedHashMap<>();
        for (String part : text.split(",")) {
            int colon = part.lastIndexOf(':');
            double factor = 0;
            try {
                factor = colon <= 0
                        ? 0
                        : Double.parseDouble(part.substring(colon + 1).strip());
            } catch (NumberFormatException noNumber) {
                // The message below names the allowed values.
            }
            if (!(factor > 0) || Double.isInfinite(factor)) {
                throw new IllegalArgumentException("property '" + property + "' is '" + text
                        + "'; allowed are buckets with their factors, such as gemm:28.5, with commas between them");
            }
            factors.put(part.substring(0, colon).strip(), factor);
        }
        return factors;
    }
}
