package org.asterism.policy.dmda.internal;

import org.asterism.spi.policy.PolicyContext;
import org.asterism.spi.policy.ProvidesPolicy;
import org.asterism.spi.policy.SchedulingPolicy;
import org.asterism.spi.policy.SchedulingPolicyFactory;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** Brings the policy {@code dmdac}. */
@ProvidesPolicy("dmdac")
@Component(
        property = {
            SchedulingPolicyFactory.NAME + "=dmdac",
            SchedulingPolicyFactory.DESCRIPTION
                    + "=dmdas that counts transfers for less while little waits for the devices",
            SchedulingPolicyFactory.PARAMETERS + "=" + DmFamily.ALPHA,
            SchedulingPolicyFactory.PARAMETERS + "=" + DmFamily.BETA,
            SchedulingPolicyFactory.PARAMETERS + "=" + DmFamily.GAMMA,
            SchedulingPolicyFactory.PARAMETERS + "=" + DmFamily.IDLE_POWER,
            SchedulingPolicyFactory.PARAMETERS + "=" + DmFamily.WINDOW,
            SchedulingPolicyFactory.PARAMETERS + "=" + DmFamily.PREFETCH,
            SchedulingPolicyFactory.PARAMETERS + "=" + DmFamily.EXPLORE
        })
public final class DmdacPolicyFactory implements SchedulingPolicyFactory {
    private final Configured configured;

    /** Makes a factory that nobody has configured, for use without a container. */
    public DmdacPolicyFactory() {
        this(new Configured());
    }

    /**
     * Called by Declarative Services.
     *
     * @param configured what the bundle is configured with
     */
    @Activate
    public DmdacPolicyFactory(@Reference Configured configured) {
        this.configured = configured;
    }

    @Override
    public SchedulingPolicy create(PolicyContext context) {
        return new DmPolicy(Traits.DMDAC, context, configured);
    }
}
