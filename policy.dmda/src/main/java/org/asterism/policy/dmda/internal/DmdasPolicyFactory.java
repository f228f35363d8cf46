package org.asterism.policy.dmda.internal;

import org.asterism.spi.policy.PolicyContext;
import org.asterism.spi.policy.ProvidesPolicy;
import org.asterism.spi.policy.SchedulingPolicy;
import org.asterism.spi.policy.SchedulingPolicyFactory;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Modified;

/** Brings the policy {@code dmdas}. */
@ProvidesPolicy("dmdas")
@Component(
        configurationPid = DmdaConfiguration.PID,
        property = {
            SchedulingPolicyFactory.NAME + "=dmdas",
            SchedulingPolicyFactory.DESCRIPTION
                    + "=dmda with sorted queues, where of equal priority the task comes first whose data are there",
            SchedulingPolicyFactory.PARAMETERS + "=" + DmFamily.ALPHA,
            SchedulingPolicyFactory.PARAMETERS + "=" + DmFamily.BETA,
            SchedulingPolicyFactory.PARAMETERS + "=" + DmFamily.GAMMA,
            SchedulingPolicyFactory.PARAMETERS + "=" + DmFamily.IDLE_POWER,
            SchedulingPolicyFactory.PARAMETERS + "=" + DmFamily.WINDOW,
            SchedulingPolicyFactory.PARAMETERS + "=" + DmFamily.PREFETCH,
            SchedulingPolicyFactory.PARAMETERS + "=" + DmFamily.EXPLORE
        })
public final class DmdasPolicyFactory implements SchedulingPolicyFactory {
    private final Configured configured;

    /** Makes a factory without a configuration. */
    public DmdasPolicyFactory() {
        configured = new Configured();
    }

    /**
     * Called by Declarative Services.
     *
     * @param configuration the bundle's
     */
    @Activate
    public DmdasPolicyFactory(DmdaConfiguration configuration) {
        configured = new Configured(configuration);
    }

    @Modified
    void change(DmdaConfiguration configuration) {
        configured.change(configuration);
    }

    @Override
    public SchedulingPolicy create(PolicyContext context) {
        return new DmPolicy(Traits.DMDAS, context, configured);
    }
}
