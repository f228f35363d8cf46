package org.asterism.policy.dmda.dmdac.internal;

import org.asterism.spi.policy.SchedulingPolicyFactory;
import org.asterism.tck.PolicyOrder;
import org.asterism.tck.SchedulingPolicyContract;

class DmdacPolicyContractTest extends SchedulingPolicyContract {
    @Override
    protected SchedulingPolicyFactory factory() {
        return new DmdacPolicyFactory();
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
