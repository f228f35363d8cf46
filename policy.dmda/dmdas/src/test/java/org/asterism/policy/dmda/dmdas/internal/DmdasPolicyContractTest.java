package org.asterism.policy.dmda.dmdas.internal;

import org.asterism.spi.policy.SchedulingPolicyFactory;
import org.asterism.tck.PolicyOrder;
import org.asterism.tck.SchedulingPolicyContract;

class DmdasPolicyContractTest extends SchedulingPolicyContract {
    @Override
    protected SchedulingPolicyFactory factory() {
        return new DmdasPolicyFactory();
    }

    @Override
    protected PolicyOrder order() {
        return PolicyOrder.PRIORITY;
    }

    @Override
    protected boolean placesTasks() {
        return true;
    }
}
