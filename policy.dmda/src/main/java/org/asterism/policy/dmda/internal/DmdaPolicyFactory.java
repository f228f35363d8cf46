package org.asterism.policy.dmda.internal;

import org.asterism.spi.policy.PolicyContext;
import org.asterism.spi.policy.ProvidesPolicy;
import org.asterism.spi.policy.SchedulingPolicy;
import org.asterism.spi.policy.SchedulingPolicyFactory;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Modified;
import org.osgi.service.metatype.annotations.Designate;

/** Brings the policy {@code dmda}. */
@ProvidesPolicy("dmda")
@Designate(ocd = DmdaConfiguration.class)
@Component(
        configurationPid = DmdaConfiguration.PID,
        property = {
            SchedulingPolicyFactory.NAME + "=dmda",
            SchedulingPolicyFactory.DESCRIPTION
                    + "=each task goes where it costs least: its end, the way of its data, energy",
            SchedulingPolicyFactory.PARAMETERS + "=" + DmFamily.ALPHA,
            SchedulingPolicyFactory.PARAMETERS + "=" + DmFamily.BETA,
            SchedulingPolicyFactory.PARAMETERS + "=" + DmFamily.GAMMA,
            SchedulingPolicyFactory.PARAMETERS + "=" + DmFamily.IDLE_POWER,
            SchedulingPolicyFactory.PARAMETERS + "=" + DmFamily.PREFETCH,
            SchedulingPolicyFactory.PARAMETERS + "=" + DmFamily.EXPLORE
        })
public final class DmdaPolicyFactory implements SchedulingPolicyFactory {
    private final Configured configured;

    /** Makes a factory without a configuration. */
    public DmdaPolicyFactory() {
        configured = new Configured();
    }

    /**
     * Called by Declarative Services.
     *
     * @param configuration the bundle's
     */
    @Activate
    public DmdaPolicyFactory(DmdaConfiguration configuration) {
        configured = new Configured(configuration);
    }

    @Modified
    void change(DmdaConfiguration configuration) {
        configured.change(configuration);
    }

    @Override
    public SchedulingPolicy create(PolicyContext context) {
        return new DmPolicy(Traits.DMDA, context, configured);
    }
}
