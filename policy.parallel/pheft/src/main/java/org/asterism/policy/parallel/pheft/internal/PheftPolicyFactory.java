package org.asterism.policy.parallel.pheft.internal;

import org.asterism.spi.policy.PolicyContext;
import org.asterism.spi.policy.ProvidesPolicy;
import org.asterism.spi.policy.SchedulingPolicy;
import org.asterism.spi.policy.SchedulingPolicyFactory;
import org.osgi.service.component.annotations.Component;

/**
 * Factory of the policy {@code pheft}: each task goes where it costs least, to one worker or, if it is parallel, to
 * several together.
 *
 * <p><b>When to use:</b> parallel tasks whose times are known for each number of members. Use {@code dmda} if all tasks
 * are sequential, and {@code peager} if times are unknown.
 */
@ProvidesPolicy("pheft")
@Component(
        property = {
            SchedulingPolicyFactory.NAME + "=pheft",
            SchedulingPolicyFactory.DESCRIPTION
                    + "=each task goes where it costs least: to one worker or, if it is parallel, to several together",
            SchedulingPolicyFactory.PARAMETERS + "=alpha (1): weight of a later end",
            SchedulingPolicyFactory.PARAMETERS + "=beta (1): weight of the time that data travel",
            SchedulingPolicyFactory.PARAMETERS + "=gamma (1000): what a joule weighs, in microseconds",
            SchedulingPolicyFactory.PARAMETERS
                    + "=idle-power (0): what the machine needs while it waits for its last worker, in watts",
            SchedulingPolicyFactory.PARAMETERS
                    + "=prefetch (true): whether data are sent for as soon as a task is placed",
            SchedulingPolicyFactory.PARAMETERS + "=explore (true): whether tasks go where their time is not known yet"
        })
public final class PheftPolicyFactory implements SchedulingPolicyFactory {
    /** Made by Declarative Services. */
    public PheftPolicyFactory() {}

    @Override
    public SchedulingPolicy create(PolicyContext context) {
        return new PheftPolicy(context);
    }
}
