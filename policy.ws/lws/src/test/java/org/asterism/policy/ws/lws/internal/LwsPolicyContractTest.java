package org.asterism.policy.ws.lws.internal;

import org.asterism.spi.policy.SchedulingPolicyFactory;
import org.asterism.tck.PolicyOrder;
import org.asterism.tck.SchedulingPolicyContract;

class LwsPolicyContractTest extends SchedulingPolicyContract {
    @Override
    protected SchedulingPolicyFactory factory() {
        return new LwsPolicyFactory();
    }

    @Override
    protected PolicyOrder order() {
        return PolicyOrder.PRIORITY;
    }
}
