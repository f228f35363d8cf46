package org.asterism.policy.modular.internal.policy;

import org.asterism.spi.policy.SchedulingPolicyFactory;
import org.asterism.tck.PolicyOrder;
import org.asterism.tck.SchedulingPolicyContract;
import org.junit.jupiter.api.Nested;

/** What every policy must do, done by trees. */
class TreePolicyContractTest {
    /** A tree accepts a parameter of any of its components, for all components that have it. */
    abstract static class TreeContract extends SchedulingPolicyContract {
        @Override
        protected boolean handsPropertiesOn() {
            return true;
        }

        @Override
        protected int concurrentTasks() {
            return 20_000;
        }
    }

    @Nested
    class OneQueueForAll extends TreeContract {
        @Override
        protected SchedulingPolicyFactory factory() {
            return RealKinds.make().factory("fifo / eager / each worker: best-implementation");
        }

        @Override
        protected PolicyOrder order() {
            return PolicyOrder.URGENT_FIRST;
        }
    }

    @Nested
    class QueuesBelowAQueue extends TreeContract {
        @Override
        protected SchedulingPolicyFactory factory() {
            return RealKinds.make().factory("prio / eager / each worker: fifo(ntasks=2, ready) / best-implementation");
        }

        @Override
        protected boolean placesTasks() {
            return true;
        }
    }

    @Nested
    class BranchesThatMeetAtTheWorkers extends TreeContract {
        @Override
        protected SchedulingPolicyFactory factory() {
            return RealKinds.make()
                    .factory("prio / perfmodel-select(perf: mct / each worker: prio(ntasks=30, ready, exp) / "
                            + "best-implementation,"
                            + " calibrate: eager-calibration, else: eager / each worker: best-implementation)");
        }

        @Override
        protected boolean placesTasks() {
            return true;
        }
    }

    @Nested
    class BranchesThatAreLeftOut extends TreeContract {
        @Override
        protected SchedulingPolicyFactory factory() {
            return RealKinds.make()
                    .factory("prio / perfmodel-select(perf: mct / each worker: prio(ntasks=30, ready, exp) / "
                            + "best-implementation)");
        }

        @Override
        protected boolean placesTasks() {
            return true;
        }
    }

    @Nested
    class WaysThatJoin extends TreeContract {
        @Override
        protected SchedulingPolicyFactory factory() {
            return TestKinds.withPrefetch()
                    .factory("reservoir / chooser(a: chooser / each worker: passage / @end, b: chooser / each "
                            + "architecture: chooser"
                            + " / each worker: @end) where end = passage");
        }
    }

    @Nested
    class NothingBetweenAQueueAndTheWorkers extends TreeContract {
        @Override
        protected SchedulingPolicyFactory factory() {
            return TestKinds.withPrefetch().factory("reservoir / chooser / each worker: reservoir(size=1)");
        }

        @Override
        protected boolean placesTasks() {
            return true;
        }
    }
}
