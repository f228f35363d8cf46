package org.asterism.policy.graph.internal;

import java.util.Map;
import org.asterism.spi.policy.SchedulingPolicyFactory;
import org.asterism.tck.SchedulingPolicyContract;

/**
 * The contract pushes and pops without ever saying that a good number of tasks is there, so nothing may be collected.
 */
class GraphPolicyContractTest extends SchedulingPolicyContract {
    @Override
    protected SchedulingPolicyFactory factory() {
        return new GraphPolicyFactory();
    }

    @Override
    protected Map<String, String> properties() {
        return Map.of("collect", "false");
    }
}
