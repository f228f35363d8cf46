package org.asterism.policy.dmda.dmda.internal;

import org.asterism.spi.policy.SchedulingPolicyFactory;
import org.asterism.tck.PolicyOrder;
import org.asterism.tck.SchedulingPolicyContract;

class DmdaPolicyContractTest extends SchedulingPolicyContract {
    @Override
    protected SchedulingPolicyFactory factory() {
        return new DmdaPolicyFactory();
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
