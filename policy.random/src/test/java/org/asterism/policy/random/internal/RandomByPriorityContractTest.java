package org.asterism.policy.random.internal;

import java.util.Map;
import org.asterism.tck.PolicyOrder;

class RandomByPriorityContractTest extends RandomPolicyContractTest {
    @Override
    protected Map<String, String> properties() {
        return Map.of("priorities", "true");
    }

    @Override
    protected PolicyOrder order() {
        return PolicyOrder.PRIORITY;
    }
}
