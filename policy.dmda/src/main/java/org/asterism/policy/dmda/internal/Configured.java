package org.asterism.policy.dmda.internal;

import java.util.Map;
import java.util.function.Supplier;
import org.asterism.kit.policy.CostWeights;
import org.asterism.spi.policy.PolicyProperties;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Modified;
import org.osgi.service.metatype.annotations.Designate;

/**
 * What the bundle is configured with just now, for all of its policies. A configuration that is wrong from the start is
 * told to whoever asks for a policy; one that becomes wrong is reported, and the former one stays.
 *
 * <p><b>Threads.</b> Any number.
 */
@Component(service = Configured.class, configurationPid = DmdaConfiguration.PID)
@Designate(ocd = DmdaConfiguration.class)
public final class Configured implements Supplier<Weights> {
    private static final System.Logger LOG = System.getLogger(Configured.class.getName());

    private volatile Weights weights;
    private volatile IllegalArgumentException wrong;

    /** What holds without a configuration. */
    public Configured() {
        weights = Weights.USUAL;
    }

    /**
     * Called by Declarative Services.
     *
     * @param configuration with defaults
     */
    @Activate
    public Configured(DmdaConfiguration configuration) {
        try {
            weights = read(configuration);
        } catch (IllegalArgumentException refusal) {
            wrong = refusal;
        }
    }

    @Modified
    void change(DmdaConfiguration configuration) {
        try {
            weights = read(configuration);
            wrong = null;
        } catch (IllegalArgumentException refusal) {
            LOG.log(System.Logger.Level.WARNING, refusal.getMessage() + "; the former configuration stays");
        }
    }

    /** The weights; throws if none were ever right. */
    @Override
    public Weights get() {
        Weights known = weights;
        if (known == null) {
            throw new IllegalArgumentException(wrong.getMessage(), wrong);
        }
        return known;
    }

    private static Weights read(DmdaConfiguration configuration) {
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
                    "configuration " + DmdaConfiguration.PID + ": " + refusal.getMessage(), refusal);
        }
    }
}
