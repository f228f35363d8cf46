package org.asterism.policy.heteroprio.internal;

import org.asterism.spi.policy.SchedulingPolicyFactory;
import org.asterism.tck.SchedulingPolicyContract;

class HeteroprioPolicyContractTest extends SchedulingPolicyContract {
    @Override
    protected SchedulingPolicyFactory factory() {
        return new HeteroprioPolicyFactory();
    }
}
