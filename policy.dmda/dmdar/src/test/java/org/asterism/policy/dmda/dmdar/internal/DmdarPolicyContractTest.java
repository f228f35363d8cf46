package org.asterism.policy.dmda.dmdar.internal;

import org.asterism.spi.policy.SchedulingPolicyFactory;
import org.asterism.tck.PolicyOrder;
import org.asterism.tck.SchedulingPolicyContract;

class DmdarPolicyContractTest extends SchedulingPolicyContract {
    @Override
    protected SchedulingPolicyFactory factory() {
        return new DmdarPolicyFactory();
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
