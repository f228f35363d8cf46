package org.asterism.core.internal.runtime.service;

import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.asterism.api.BalancerChoice;
import org.asterism.api.RuntimeConfiguration;
import org.asterism.api.TeamSettings;
import org.asterism.core.internal.runtime.pool.WithoutThreads;

/**
 * Reads the configuration of the shared runtime, except for its {@link DefaultBounds bounds}. It reports a mistake and
 * goes on, because a mistake must not cost programs their runtime.
 */
record DefaultRuntimeReader(DefaultRuntimeConfiguration configuration) {
    private static final System.Logger LOG = System.getLogger(DefaultRuntimeReader.class.getName());

    /** Returns the properties of the policy; empty if they contain a mistake. */
    Optional<Map<String, String>> policyProperties() {
        return properties("policy.properties", configuration.policy_properties());
    }

    /** The balancer; empty if there is a slip in what is said to it. */
    Optional<Optional<BalancerChoice>> balancer() {
        return properties("balancer.properties", configuration.balancer_properties())
                .map(read -> configuration.balancer().isBlank()
                        ? Optional.empty()
                        : Optional.of(new BalancerChoice(configuration.balancer(), read)));
    }

    TeamSettings teams() {
        try {
            return TeamSettings.parse(configuration.teams());
        } catch (IllegalArgumentException wrong) {
            LOG.log(
                    System.Logger.Level.ERROR,
                    "configuration org.asterism.runtime: {0}; the usual teams are used instead",
                    wrong.getMessage());
            return TeamSettings.defaults();
        }
    }

    String[] withoutThreads() {
        return Arrays.stream(configuration.workers_without_threads())
                .filter(WithoutThreads::isUsable)
                .toArray(String[]::new);
    }

    /** Returns the timeout of waits for a kernel or a copy during closing. */
    Duration closingTimeout() {
        long seconds = configuration.closing_timeout_seconds();
        if (seconds > 0) {
            return Duration.ofSeconds(seconds);
        }
        Duration usual = RuntimeConfiguration.defaults().closingTimeout();
        LOG.log(
                System.Logger.Level.ERROR,
                "configuration org.asterism.runtime: closing.timeout.seconds is {0}; give 1 or more; {1} are used "
                        + "instead",
                seconds,
                usual.toSeconds());
        return usual;
    }

    private static Optional<Map<String, String>> properties(String setting, String[] given) {
        Map<String, String> properties = new LinkedHashMap<>();
        for (String property : given) {
            int equals = property.indexOf('=');
            if (equals <= 0) {
                LOG.log(
                        System.Logger.Level.ERROR,
                        "configuration org.asterism.runtime: {0} has ''{1}''; each is name=value",
                        setting,
                        property);
                return Optional.empty();
            }
            properties.put(
                    property.substring(0, equals).strip(),
                    property.substring(equals + 1).strip());
        }
        return Optional.of(properties);
    }
}
