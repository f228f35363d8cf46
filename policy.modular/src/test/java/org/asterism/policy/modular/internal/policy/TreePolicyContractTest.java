package org.asterism.policy.modular.internal.policy;

import org.asterism.spi.policy.SchedulingPolicyFactory;
import org.asterism.tck.PolicyOrder;
import org.asterism.tck.SchedulingPolicyContract;
import org.junit.jupiter.api.Nested;

/** What every policy must do, done by trees. */
class TreePolicyContractTest {
    @Nested
    class OneQueueForAll extends SchedulingPolicyContract {
        @Override
        protected SchedulingPolicyFactory factory() {
            return new TestKinds().factory("reservoir / chooser / each worker: passage");
        }

        @Override
        protected PolicyOrder order() {
            return PolicyOrder.FIFO;
        }
    }

    @Nested
    class QueuesBelowAQueue extends SchedulingPolicyContract {
        @Override
        protected SchedulingPolicyFactory factory() {
            return new TestKinds().factory("reservoir / chooser / each worker: reservoir(size=1) / passage");
        }

        @Override
        protected boolean placesTasks() {
            return true;
        }
    }

    @Nested
    class NothingBetweenTheQueueAndTheWorkers extends SchedulingPolicyContract {
        @Override
        protected SchedulingPolicyFactory factory() {
            return new TestKinds().factory("reservoir / chooser / each worker");
        }
    }

    @Nested
    class WaysThatJoin extends SchedulingPolicyContract {
        @Override
        protected SchedulingPolicyFactory factory() {
            return new TestKinds()
                    .factory(
                            "reservoir / chooser(a: chooser / each worker: passage / @end, b: chooser / each architecture: chooser"
                                    + " / each worker: @end) where end = passage");
        }
    }
}
