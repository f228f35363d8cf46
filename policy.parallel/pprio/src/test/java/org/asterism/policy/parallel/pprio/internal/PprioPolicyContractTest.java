package org.asterism.policy.parallel.pprio.internal;

import org.asterism.spi.policy.SchedulingPolicyFactory;
import org.asterism.tck.PolicyOrder;
import org.asterism.tck.SchedulingPolicyContract;

class PprioPolicyContractTest extends SchedulingPolicyContract {
    @Override
    protected SchedulingPolicyFactory factory() {
        return new PprioPolicyFactory();
    }

    @Override
    protected PolicyOrder order() {
        return PolicyOrder.PRIORITY;
    }
}
