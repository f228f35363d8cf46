package org.asterism.policy.dmda.internal;

import org.asterism.spi.policy.PolicyContext;
import org.asterism.spi.policy.ProvidesPolicy;
import org.asterism.spi.policy.SchedulingPolicy;
import org.asterism.spi.policy.SchedulingPolicyFactory;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** Brings the policy {@code dmdas}. */
@ProvidesPolicy("dmdas")
@Component(
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

    /**
     * Called by Declarative Services.
     *
     * @param configured what the bundle is configured with
     */
    @Activate
    public DmdasPolicyFactory(@Reference Configured configured) {
        this.configured = configured;
    }

    @Override
    public SchedulingPolicy create(PolicyContext context) {
        return new DmPolicy(Traits.DMDAS, context, configured);
    }
}
