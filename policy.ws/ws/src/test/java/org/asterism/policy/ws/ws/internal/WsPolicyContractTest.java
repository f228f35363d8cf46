package org.asterism.policy.ws.ws.internal;

import org.asterism.spi.policy.SchedulingPolicyFactory;
import org.asterism.tck.PolicyOrder;
import org.asterism.tck.SchedulingPolicyContract;

class WsPolicyContractTest extends SchedulingPolicyContract {
    @Override
    protected SchedulingPolicyFactory factory() {
        return new WsPolicyFactory();
    }

    @Override
    protected PolicyOrder order() {
        return PolicyOrder.PRIORITY;
    }
}
