package org.asterism.policy.dmda.internal;

import org.asterism.spi.policy.PolicyContext;
import org.asterism.spi.policy.ProvidesPolicy;
import org.asterism.spi.policy.SchedulingPolicy;
import org.asterism.spi.policy.SchedulingPolicyFactory;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** Brings the policy {@code dmda} under the name that it had in older programs. */
@ProvidesPolicy("heft")
@Component(
        property = {
            SchedulingPolicyFactory.NAME + "=heft",
            SchedulingPolicyFactory.DESCRIPTION + "=another name of dmda",
            SchedulingPolicyFactory.PARAMETERS + "=" + DmFamily.ALPHA,
            SchedulingPolicyFactory.PARAMETERS + "=" + DmFamily.BETA,
            SchedulingPolicyFactory.PARAMETERS + "=" + DmFamily.GAMMA,
            SchedulingPolicyFactory.PARAMETERS + "=" + DmFamily.IDLE_POWER,
            SchedulingPolicyFactory.PARAMETERS + "=" + DmFamily.PREFETCH,
            SchedulingPolicyFactory.PARAMETERS + "=" + DmFamily.EXPLORE
        })
public final class HeftPolicyFactory implements SchedulingPolicyFactory {
    private final Configured configured;

    /**
     * Called by Declarative Services.
     *
     * @param configured what the bundle is configured with
     */
    @Activate
    public HeftPolicyFactory(@Reference Configured configured) {
        this.configured = configured;
    }

    @Override
    public SchedulingPolicy create(PolicyContext context) {
        return new DmPolicy(Traits.DMDA, context, configured);
    }
}
