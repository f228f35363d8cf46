package org.asterism.policy.heteroprio.internal;

import java.util.Map;
import org.asterism.spi.policy.SchedulingPolicyFactory;
import org.asterism.tck.SchedulingPolicyContract;

/** The policy with its tasks apart by memory node, and workers that hold several. */
class LocalHeteroprioPolicyContractTest extends SchedulingPolicyContract {
    @Override
    protected SchedulingPolicyFactory factory() {
        return new HeteroprioPolicyFactory();
    }

    @Override
    protected Map<String, String> properties() {
        return Map.of("locality", "true", "window", "3");
    }
}
