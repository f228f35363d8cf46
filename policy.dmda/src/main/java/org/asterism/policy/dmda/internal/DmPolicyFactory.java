package org.asterism.policy.dmda.internal;

import org.asterism.spi.policy.PolicyContext;
import org.asterism.spi.policy.ProvidesPolicy;
import org.asterism.spi.policy.SchedulingPolicy;
import org.asterism.spi.policy.SchedulingPolicyFactory;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** Brings the policy {@code dm}. */
@ProvidesPolicy("dm")
@Component(
        property = {
            SchedulingPolicyFactory.NAME + "=dm",
            SchedulingPolicyFactory.DESCRIPTION + "=each task goes where it ends first, by the models of its times",
            SchedulingPolicyFactory.PARAMETERS + "=" + DmFamily.PREFETCH,
            SchedulingPolicyFactory.PARAMETERS + "=" + DmFamily.EXPLORE
        })
public final class DmPolicyFactory implements SchedulingPolicyFactory {
    private final Configured configured;

    /**
     * Called by Declarative Services.
     *
     * @param configured what the bundle is configured with
     */
    @Activate
    public DmPolicyFactory(@Reference Configured configured) {
        this.configured = configured;
    }

    @Override
    public SchedulingPolicy create(PolicyContext context) {
        return new DmPolicy(Traits.DM, context, configured);
    }
}
