package org.example.policy;

import org.asterism.spi.policy.PolicyContext;
import org.asterism.spi.policy.ProvidesPolicy;
import org.asterism.spi.policy.SchedulingPolicy;
import org.asterism.spi.policy.SchedulingPolicyFactory;
import org.osgi.service.component.annotations.Component;

/**
 * The service by which Asterism finds the policy. It makes one for each context that wants it.
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
    /** What people call the policy: {@code --policy newest-first}. */
    static final String POLICY = "newest-first";

    @Override
    public SchedulingPolicy create(PolicyContext context) {
        return new NewestFirstPolicy(context);
    }
}
