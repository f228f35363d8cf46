package org.asterism.policy.dmda.internal;

import org.asterism.spi.policy.PolicyContext;
import org.asterism.spi.policy.ProvidesPolicy;
import org.asterism.spi.policy.SchedulingPolicy;
import org.asterism.spi.policy.SchedulingPolicyFactory;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Modified;

/** Brings the policy {@code dm}. */
@ProvidesPolicy("dm")
@Component(
        configurationPid = DmdaConfiguration.PID,
        property = {
            SchedulingPolicyFactory.NAME + "=dm",
            SchedulingPolicyFactory.DESCRIPTION + "=each task goes where it ends first, by the models of its times",
            SchedulingPolicyFactory.PARAMETERS + "=" + DmFamily.PREFETCH,
            SchedulingPolicyFactory.PARAMETERS + "=" + DmFamily.EXPLORE
        })
public final class DmPolicyFactory implements SchedulingPolicyFactory {
    private final Configured configured;

    /** Makes a factory without a configuration. */
    public DmPolicyFactory() {
        configured = new Configured();
    }

    /**
     * Called by Declarative Services.
     *
     * @param configuration the bundle's
     */
    @Activate
    public DmPolicyFactory(DmdaConfiguration configuration) {
        configured = new Configured(configuration);
    }

    @Modified
    void change(DmdaConfiguration configuration) {
        configured.change(configuration);
    }

    @Override
    public SchedulingPolicy create(PolicyContext context) {
        return new DmPolicy(Traits.DM, context, configured);
    }
}
