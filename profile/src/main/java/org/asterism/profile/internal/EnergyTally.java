package org.asterism.profile.internal;

import java.util.List;
import java.util.OptionalDouble;
import org.asterism.api.Task;
import org.asterism.api.TaskRuntime;
import org.asterism.api.Worker;
import org.asterism.api.model.Predictor;
import org.asterism.profile.Energy;
import org.asterism.profile.WorkerProfile;

/** Energy from the processor's counters where they can be read, otherwise from models. Any thread. */
final class EnergyTally {
    /** A worker's need of power when it does nothing, in watts, as drivers state it. */
    private static final String IDLE_WATTS = "sim.idle.watts";

    private static final double NANOS_PER_SECOND = 1e9;

    private final Predictor predictor;
    private final boolean isSimulated;
    private final Rapl rapl;

    EnergyTally(TaskRuntime runtime, Rapl rapl) {
        predictor = runtime.predictor();
        isSimulated = runtime.simulation().isPresent();
        this.rapl = rapl;
    }

    /** The energy of a kernel by the models; 0 if they do not know it. */
    double joules(Task task, Worker worker) {
        if (!isSimulated && task.codelet().energyModel() == null) {
            return 0;
        }
        double joules = predictor.energyJoules(task, worker, task.implementation());
        return Double.isFinite(joules) ? joules : 0;
    }

    /**
     * The energy since the reset; counters of this machine say nothing of a simulated one.
     *
     * @param profiles the figures of the workers, in their order; each needs power for the time that it was there
     */
    synchronized Energy energy(List<WorkerProfile> profiles, List<Worker> workers) {
        OptionalDouble read = isSimulated ? OptionalDouble.empty() : rapl.joules();
        if (read.isPresent()) {
            return new Energy(Energy.Source.RAPL, read.getAsDouble());
        }
        double sum = profiles.stream().mapToDouble(WorkerProfile::joules).sum();
        for (int index = 0; index < workers.size(); index++) {
            if (workers.get(index).properties().get(IDLE_WATTS) instanceof Number watts) {
                long nanos = profiles.get(index).exclusive().values().stream()
                        .mapToLong(Long::longValue)
                        .sum();
                sum += watts.doubleValue() * nanos / NANOS_PER_SECOND;
            }
        }
        return sum > 0 ? new Energy(Energy.Source.MODELS, sum) : new Energy(Energy.Source.UNKNOWN, Double.NaN);
    }

    synchronized void reset() {
        rapl.reset();
    }
}
