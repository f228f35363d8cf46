package org.asterism.policy.modular.internal.policy;

import java.util.List;
import org.asterism.components.modular.bestimplementation.internal.BestImplementationFactory;
import org.asterism.components.modular.eager.internal.EagerFactory;
import org.asterism.components.modular.eagercalibration.internal.EagerCalibrationFactory;
import org.asterism.components.modular.fifo.internal.FifoFactory;
import org.asterism.components.modular.mct.internal.MctFactory;
import org.asterism.components.modular.perfmodelselect.internal.PerfmodelSelectFactory;
import org.asterism.components.modular.prio.internal.PrioFactory;

/** Components that bundles bring, for tests of trees. */
final class RealKinds {
    private static final List<String> OF_STORES = List.of("ntasks", "exp-len", "ready", "exp");

    private RealKinds() {}

    static TestKinds make() {
        return new TestKinds()
                .add("fifo", OF_STORES, new FifoFactory())
                .add("prio", OF_STORES, new PrioFactory())
                .add("eager", List.of(), new EagerFactory())
                .add("mct", List.of("alpha", "beta", "gamma"), new MctFactory())
                .add("eager-calibration", List.of(), new EagerCalibrationFactory())
                .add("perfmodel-select", List.of(), new PerfmodelSelectFactory())
                .add("best-implementation", List.of(), new BestImplementationFactory());
    }
}
