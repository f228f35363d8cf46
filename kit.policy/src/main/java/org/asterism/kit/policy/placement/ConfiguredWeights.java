package org.asterism.kit.policy.placement;

import java.util.Map;
import java.util.function.Supplier;
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

    private volatile Weights weights;
    private volatile IllegalArgumentException wrong;

    /** Creates the default weights, for use without a container. */
    public ConfiguredWeights() {
        weights = Weights.USUAL;
    }

    /**
     * Called by Declarative Services.
     *
     * @param configuration with defaults for missing values
     */
    @Activate
    public ConfiguredWeights(WeightsConfiguration configuration) {
        try {
            weights = read(configuration);
        } catch (IllegalArgumentException refusal) {
            wrong = refusal;
        }
    }

    @Modified
    void change(WeightsConfiguration configuration) {
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

    private static Weights read(WeightsConfiguration configuration) {
        // The limits are those of the properties, and so are the words for what is beyond them.
        try {
            return Weights.USUAL.with(new PolicyProperties(Map.of(
                    CostWeights.ALPHA, Double.toString(configuration.alpha()),
                    CostWeights.BETA, Double.toString(configuration.beta()),
                    CostWeights.GAMMA, Double.toString(configuration.gamma()),
                    CostWeights.IDLE_POWER, Double.toString(configuration.idle$_$power()),
                    Weights.PREFETCH, Boolean.toString(configuration.prefetch()),
                    Weights.EXPLORE, Boolean.toString(configuration.explore()),
                    Weights.WINDOW, Integer.toString(configuration.window()))));
        } catch (IllegalArgumentException refusal) {
            throw new IllegalArgumentException(
                    "configuration " + WeightsConfiguration.PID + ": " + refusal.getMessage(), refusal);
        }
    }
}
