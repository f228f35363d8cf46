package org.example.policy;

import org.asterism.spi.policy.PolicyContext;
import org.asterism.spi.policy.ProvidesPolicy;
import org.asterism.spi.policy.SchedulingPolicy;
import org.asterism.spi.policy.SchedulingPolicyFactory;
import org.osgi.service.component.annotations.Component;

/**
 * The service by which Asterism finds the policy. It makes one for each context that requests it.
 *
 * <p><b>When to use:</b> divide-and-conquer programs, whose newest tasks find their data in the caches. Use
 * {@code eager} if old tasks must not wait.
 */
@Component(
        property = {
            SchedulingPolicyFactory.NAME + "=" + NewestFirstFactory.POLICY,
            SchedulingPolicyFactory.DESCRIPTION + "=the task that became ready last runs first",
            SchedulingPolicyFactory.PARAMETERS + "=" + NewestFirstPolicy.OLDEST_EVERY
        })
@ProvidesPolicy(NewestFirstFactory.POLICY)
public final class NewestFirstFactory implements SchedulingPolicyFactory {
    /** The name of the policy for users: {@code --policy newest-first}. */
    static final String POLICY = "newest-first";

    @Override
    public SchedulingPolicy create(PolicyContext context) {
        return new NewestFirstPolicy(context);
    }
}
