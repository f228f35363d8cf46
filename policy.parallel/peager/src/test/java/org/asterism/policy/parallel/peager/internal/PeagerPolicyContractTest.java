package org.asterism.policy.parallel.peager.internal;

import org.asterism.spi.policy.SchedulingPolicyFactory;
import org.asterism.tck.PolicyOrder;
import org.asterism.tck.SchedulingPolicyContract;

class PeagerPolicyContractTest extends SchedulingPolicyContract {
    @Override
    protected SchedulingPolicyFactory factory() {
        return new PeagerPolicyFactory();
    }

    @Override
    protected PolicyOrder order() {
        return PolicyOrder.FIFO;
    }
}
