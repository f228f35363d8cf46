package org.asterism.profile.internal;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import org.asterism.api.Architecture;
import org.asterism.api.Task;
import org.asterism.api.TaskRuntime;
import org.asterism.api.Worker;
import org.asterism.api.model.Predictor;
import org.asterism.profile.Energy;
import org.asterism.profile.Energy.Part;
import org.asterism.profile.Energy.Source;
import org.asterism.profile.ProfilerSettings;
import org.asterism.profile.WorkerProfile;

/** Energy from the counters of processors and GPUs where they can be read, otherwise from models. Any thread. */
final class EnergyTally {
    /** A worker's need of power when it does nothing, in watts, as drivers state it. */
    private static final String IDLE_WATTS = "sim.idle.watts";

    private static final double NANOS_PER_SECOND = 1e9;

    private final Predictor predictor;
    private final boolean isSimulated;
    private final Rapl rapl;
    private final GpuEnergy gpus;

    EnergyTally(TaskRuntime runtime, Rapl rapl, GpuEnergy gpus) {
        this(runtime.predictor(), runtime.simulation().isPresent(), rapl, gpus);
        if (!isSimulated) {
            gpus.measure(runtime.workers());
        }
    }

    private EnergyTally(Predictor predictor, boolean isSimulated, Rapl rapl, GpuEnergy gpus) {
        this.predictor = predictor;
        this.isSimulated = isSimulated;
        this.rapl = rapl;
        this.gpus = gpus;
    }

    /** For events of the past: neither a model nor a counter of this machine says anything about them. */
    static EnergyTally unknown(ProfilerSettings settings) {
        return new EnergyTally(null, true, new Rapl(settings.powercap()), new GpuEnergy(settings.nvml()));
    }

    /** The energy of a kernel by the models; 0 if they do not know it. */
    double joules(Task task, Worker worker) {
        if (predictor == null || !isSimulated && task.codelet().energyModel() == null) {
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
        List<Part> parts = new ArrayList<>();
        OptionalDouble packages = isSimulated ? OptionalDouble.empty() : rapl.joules();
        packages.ifPresent(joules -> parts.add(new Part(Source.RAPL, "processor packages", joules)));
        if (!isSimulated) {
            gpus.measure(workers); // those that have come meanwhile
            gpus.joules().forEach((name, joules) -> parts.add(new Part(Source.NVML, name, joules)));
        }
        double estimated = 0;
        for (int index = 0; index < workers.size(); index++) {
            Worker worker = workers.get(index);
            boolean isMeasured = packages.isPresent() && runsOnProcessor(worker) || gpus.covers(worker);
            estimated += isMeasured ? 0 : estimate(worker, profiles.get(index));
        }
        if (estimated > 0) {
            parts.add(new Part(Source.MODELS, parts.isEmpty() ? "all workers" : "other workers", estimated));
        }
        return new Energy(parts);
    }

    /** Whether a worker's energy is that of the processor packages, as of the cores that OpenCL uses as a device. */
    private static boolean runsOnProcessor(Worker worker) {
        return worker.architecture() == Architecture.CPU
                || "cpu".equals(worker.properties().get("device.type"));
    }

    private static double estimate(Worker worker, WorkerProfile profile) {
        if (!(worker.properties().get(IDLE_WATTS) instanceof Number watts)) {
            return profile.joules();
        }
        long nanos =
                profile.exclusive().values().stream().mapToLong(Long::longValue).sum();
        return profile.joules() + watts.doubleValue() * nanos / NANOS_PER_SECOND;
    }

    synchronized void reset() {
        rapl.reset();
        gpus.reset();
    }

    /** Ends the measurement. */
    void close() {
        gpus.close();
    }
}
