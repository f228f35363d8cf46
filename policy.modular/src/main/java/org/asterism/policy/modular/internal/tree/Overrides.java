package org.asterism.policy.modular.internal.tree;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Properties of a policy that override parameters of its components: of one component, of all components of a kind, or
 * of all components with that parameter.
 */
final class Overrides {
    private final Map<String, String> properties;
    private final TreeSet<String> known = new TreeSet<>();

    Overrides(Map<String, String> properties) {
        this.properties = new TreeMap<>(properties);
    }

    /**
     * Returns the parameters of a component. A property for its name precedes one for its kind, which precedes one for
     * all.
     */
    SequencedMap<String, String> apply(
            String name, String kind, List<String> parameters, Map<String, String> described) {
        for (String given : described.keySet()) {
            if (!parameters.contains(given)) {
                throw new IllegalArgumentException("component '" + name + "' has no parameter '" + given + "'; "
                        + (parameters.isEmpty()
                                ? "it has none"
                                : "it knows: " + String.join(", ", new TreeSet<>(parameters))));
            }
        }
        SequencedMap<String, String> result = new LinkedHashMap<>(described);
        for (String parameter : parameters) {
            override(parameter, parameter, result);
            override(kind + "." + parameter, parameter, result);
            override(name + "." + parameter, parameter, result);
        }
        return result;
    }

    private void override(String property, String parameter, Map<String, String> result) {
        known.add(property);
        String value = properties.get(property);
        if (value != null) {
            result.put(parameter, value);
        }
    }

    /** Refuses properties that override nothing. */
    void refuseUnknown() {
        for (String property : properties.keySet()) {
            if (!known.contains(property)) {
                throw new IllegalArgumentException("unknown property '" + property + "'; "
                        + (known.isEmpty() ? "it has none" : "it knows: " + String.join(", ", known)));
            }
        }
    }
}
