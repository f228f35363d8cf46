package org.asterism.kit.policy.placement;

import static org.asterism.api.Parameter.AND;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.asterism.api.Parameter;
import org.asterism.kit.policy.CostWeights;
import org.asterism.spi.policy.PolicyProperties;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Modified;
import org.osgi.service.metatype.annotations.Designate;

/**
 * Current weights of the policies dm, dmda and their relatives, from the configuration
 * {@code org.asterism.policy.dmda}. If the configuration is wrong from the start, creating a policy fails with the
 * reason. If it becomes wrong, the error is logged and the former weights stay.
 *
 * <p><b>Threads.</b> Any.
 */
@Component(service = ConfiguredWeights.class, configurationPid = WeightsConfiguration.PID)
@Designate(ocd = WeightsConfiguration.class)
public final class ConfiguredWeights implements Supplier<Weights> {
    private static final System.Logger LOG = System.getLogger(ConfiguredWeights.class.getName());

    /** The parameters that can be configured for the whole family. */
    static final String DECLARED =
            CostWeights.DECLARED + AND + Weights.PREFETCH + AND + Weights.EXPLORE + AND + Weights.WINDOW;

    private volatile Weights weights;
    private volatile IllegalArgumentException wrong;

    /** Creates the default weights, for use without a container. */
    public ConfiguredWeights() {
        weights = Weights.USUAL;
    }

    /**
     * Called by Declarative Services.
     *
     * @param configuration the configured properties; others have their defaults
     */
    @Activate
    public ConfiguredWeights(Map<String, Object> configuration) {
        try {
            weights = read(configuration);
        } catch (IllegalArgumentException refusal) {
            wrong = refusal;
        }
    }

    @Modified
    void change(Map<String, Object> configuration) {
        try {
            weights = read(configuration);
            wrong = null;
        } catch (IllegalArgumentException refusal) {
            LOG.log(System.Logger.Level.WARNING, refusal.getMessage() + "; the former configuration stays");
        }
    }

    /**
     * Returns the current weights.
     *
     * @throws IllegalArgumentException if no configuration has been correct so far
     */
    @Override
    public Weights get() {
        Weights known = weights;
        if (known == null) {
            throw new IllegalArgumentException(wrong.getMessage(), wrong);
        }
        return known;
    }

    private static Weights read(Map<String, Object> configuration) {
        Map<String, String> values = new HashMap<>();
        Parameter.declarations(DECLARED).stream()
                .map(line -> Parameter.of(line).name())
                .forEach(name -> {
                    if (configuration.containsKey(name)) {
                        values.put(name, configuration.get(name).toString());
                    }
                });
        try {
            return Weights.USUAL.with(new PolicyProperties(values));
        } catch (IllegalArgumentException refusal) {
            throw new IllegalArgumentException(
                    "configuration " + WeightsConfiguration.PID + ": " + refusal.getMessage(), refusal);
        }
    }
}
