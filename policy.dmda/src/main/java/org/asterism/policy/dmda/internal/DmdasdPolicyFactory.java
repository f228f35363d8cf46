package org.asterism.policy.dmda.internal;

import org.asterism.spi.policy.PolicyContext;
import org.asterism.spi.policy.ProvidesPolicy;
import org.asterism.spi.policy.SchedulingPolicy;
import org.asterism.spi.policy.SchedulingPolicyFactory;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** Brings the policy {@code dmdasd}. */
@ProvidesPolicy("dmdasd")
@Component(
        property = {
            SchedulingPolicyFactory.NAME + "=dmdasd",
            SchedulingPolicyFactory.DESCRIPTION
                    + "=dmdas that counts only those tasks of a queue that will run before the new one",
            SchedulingPolicyFactory.PARAMETERS + "=" + DmFamily.ALPHA,
            SchedulingPolicyFactory.PARAMETERS + "=" + DmFamily.BETA,
            SchedulingPolicyFactory.PARAMETERS + "=" + DmFamily.GAMMA,
            SchedulingPolicyFactory.PARAMETERS + "=" + DmFamily.IDLE_POWER,
            SchedulingPolicyFactory.PARAMETERS + "=" + DmFamily.WINDOW,
            SchedulingPolicyFactory.PARAMETERS + "=" + DmFamily.LEAST_PRIORITY,
            SchedulingPolicyFactory.PARAMETERS + "=" + DmFamily.GREATEST_PRIORITY,
            SchedulingPolicyFactory.PARAMETERS + "=" + DmFamily.PREFETCH,
            SchedulingPolicyFactory.PARAMETERS + "=" + DmFamily.EXPLORE
        })
public final class DmdasdPolicyFactory implements SchedulingPolicyFactory {
    private final Configured configured;

    /**
     * Called by Declarative Services.
     *
     * @param configured what the bundle is configured with
     */
    @Activate
    public DmdasdPolicyFactory(@Reference Configured configured) {
        this.configured = configured;
    }

    @Override
    public SchedulingPolicy create(PolicyContext context) {
        return new DmPolicy(Traits.DMDASD, context, configured);
    }
}
