package org.asterism.policy.dmda.heft.internal;

import org.asterism.spi.policy.SchedulingPolicyFactory;
import org.asterism.tck.PolicyOrder;
import org.asterism.tck.SchedulingPolicyContract;

class HeftPolicyContractTest extends SchedulingPolicyContract {
    @Override
    protected SchedulingPolicyFactory factory() {
        return new HeftPolicyFactory();
    }

    @Override
    protected PolicyOrder order() {
        return PolicyOrder.FIFO;
    }

    @Override
    protected boolean placesTasks() {
        return true;
    }
}
