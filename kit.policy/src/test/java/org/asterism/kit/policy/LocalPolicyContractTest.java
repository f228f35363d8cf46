package org.asterism.kit.policy;

import org.asterism.spi.policy.SchedulingPolicyFactory;
import org.asterism.tck.PolicyOrder;
import org.asterism.tck.SchedulingPolicyContract;

/** Lists of tasks guarded by workers' locks, dealt out in the order of a list of workers. */
class LocalPolicyContractTest extends SchedulingPolicyContract {
    @Override
    protected SchedulingPolicyFactory factory() {
        return context -> new LocalPolicy(context, WorkerCollection.list());
    }

    @Override
    protected PolicyOrder order() {
        return PolicyOrder.PRIORITY;
    }

    @Override
    protected boolean placesTasks() {
        return true;
    }

    @Override
    protected int concurrentTasks() {
        return 20_000;
    }
}
