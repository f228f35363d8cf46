package org.asterism.core.internal.runtime.service;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.asterism.api.ContextDescription;
import org.asterism.api.PriorityRange;
import org.asterism.api.SchedulingContext;
import org.asterism.api.TeamSettings;
import org.asterism.core.internal.plugin.PluginTracker;
import org.asterism.core.internal.plugin.Plugins;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ConfigurationPolicy;
import org.osgi.service.component.annotations.Reference;

/**
 * Checks a configuration of the shared runtime before it is used, for the reader of a configuration file.
 *
 * <p>It also reports plug-ins that are not there yet, such as a balancer. Any thread may use it.
 */
@Component(
        service = Consumer.class,
        property = "asterism.configuration=org.asterism.runtime",
        configurationPolicy = ConfigurationPolicy.IGNORE)
public final class SharedRuntimeCheck implements Consumer<Map<String, Object>> {
    /** All trees are policies: the names of all would fill a page. */
    private static final int MOST_LISTED = 8;

    private final Plugins plugins;

    /** Called by Declarative Services. */
    @Activate
    public SharedRuntimeCheck(@Reference PluginTracker tracker) {
        this(tracker.plugins());
    }

    SharedRuntimeCheck(Plugins plugins) {
        this.plugins = plugins;
    }

    /** Throws an IllegalArgumentException with the property, its value and what is allowed. */
    @Override
    public void accept(Map<String, Object> properties) {
        if (properties.get("policy") instanceof String none && none.isBlank()) {
            throw wrong("policy", none, "name one; there is always one in charge");
        }
        requireThere("policy", properties, "policy", plugins.policyNames());
        requireThere("fallback.policy", properties, "policy", plugins.policyNames());
        requireThere("balancer", properties, "balancer", plugins.balancerNames());
        requirePairs("policy.properties", properties);
        requirePairs("balancer.properties", properties);
        require("priorities", properties, PriorityRange::parse);
        require(
                "limit",
                properties,
                text -> ContextDescription.named(SchedulingContext.DEFAULT).withLimit(text));
        require("teams", properties, TeamSettings::parse);
    }

    private static void requireThere(String key, Map<String, Object> properties, String kind, List<String> there) {
        require(key, properties, name -> {
            if (!there.contains(name)) {
                throw new IllegalArgumentException("there is no such " + kind + "; " + some(there)
                        + "; correct the line, or install a bundle that brings it");
            }
        });
    }

    private static String some(List<String> there) {
        if (there.isEmpty()) {
            return "there are none";
        }
        return there.size() <= MOST_LISTED
                ? "there are: " + String.join(", ", there)
                : "there are " + there.size() + ", such as " + String.join(", ", there.subList(0, MOST_LISTED));
    }

    private static void requirePairs(String key, Map<String, Object> properties) {
        for (Object each : several(properties.get(key))) {
            String text = each.toString();
            if (!text.isBlank() && text.indexOf('=') <= 0) {
                throw wrong(key, text, "each is name=value; correct the line");
            }
        }
    }

    private static Collection<?> several(Object value) {
        return switch (value) {
            case null -> List.of();
            case Object[] array -> Arrays.asList(array);
            case Collection<?> collection -> collection;
            default -> List.of(value);
        };
    }

    /** Reads a text, unless there is none. */
    private static void require(String key, Map<String, Object> properties, Consumer<String> reader) {
        Object value = properties.get(key);
        String text = value == null ? "" : value.toString().strip();
        if (!text.isEmpty()) {
            try {
                reader.accept(text);
            } catch (IllegalArgumentException refused) {
                throw wrong(key, text, refused.getMessage());
            }
        }
    }

    private static IllegalArgumentException wrong(String key, String text, String why) {
        return new IllegalArgumentException("property '" + key + "' is '" + text + "': " + why);
    }
}
