package org.asterism.policy.dmda.dm.internal;

import org.asterism.spi.policy.SchedulingPolicyFactory;
import org.asterism.tck.PolicyOrder;
import org.asterism.tck.SchedulingPolicyContract;

class DmPolicyContractTest extends SchedulingPolicyContract {
    @Override
    protected SchedulingPolicyFactory factory() {
        return new DmPolicyFactory();
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
