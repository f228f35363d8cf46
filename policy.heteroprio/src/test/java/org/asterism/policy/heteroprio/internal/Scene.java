package org.asterism.policy.heteroprio.internal;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.asterism.api.Architecture;
import org.asterism.api.Codelet;
import org.asterism.api.Implementation;
import org.asterism.api.Task;
import org.asterism.api.Worker;
import org.asterism.spi.policy.SchedulingPolicy;
import org.asterism.tck.FakePolicyContext;
import org.asterism.tck.FakeTask;
import org.asterism.tck.FakeWorker;
import org.asterism.tck.VirtualClock;

/** A policy with CPUs and GPUs, and kinds of tasks whose times are told. */
final class Scene implements AutoCloseable {
    static final Codelet POTRF = codelet("potrf");
    static final Codelet TRSM = codelet("trsm");
    static final Codelet GEMM = codelet("gemm");

    /** Milliseconds on CPUs and on GPUs. */
    private static final Map<Codelet, double[]> TIMES =
            Map.of(POTRF, new double[] {10, 5}, TRSM, new double[] {40, 4}, GEMM, new double[] {90, 3});

    final VirtualClock clock = new VirtualClock();
    final FakePolicyContext context;
    final SchedulingPolicy policy;
    final List<FakeWorker> workers = new ArrayList<>();
    private long pushed;

    Scene(int cpus, int gpus, Map<String, String> properties) {
        this(cpus, gpus, properties, new Placed((task, worker) -> {}));
    }

    Scene(int cpus, int gpus, Map<String, String> properties, Placed placement) {
        context = new FakePolicyContext(properties, clock);
        context.setPlacement(placement);
        context.predictor().times((task, worker, implementation) -> nanos(task, worker));
        for (int id = 0; id < cpus + gpus; id++) {
            boolean cpu = id < cpus;
            workers.add(new FakeWorker(id, cpu ? Architecture.CPU : Architecture.CUDA, cpu ? 0 : id - cpus + 1));
        }
        context.setWorkers(workers);
        policy = new HeteroprioPolicyFactory().create(context);
        policy.addWorkers(List.copyOf(workers));
    }

    private static Codelet codelet(String name) {
        return Codelet.named(name)
                .cpu(kernel -> {})
                .implementation(Architecture.CUDA, new Implementation() {})
                .build();
    }

    private static double nanos(Task task, Worker worker) {
        double[] times = TIMES.get(task.codelet());
        return times == null ? 0 : 1e6 * times[worker.architecture() == Architecture.CPU ? 0 : 1];
    }

    FakeTask push(Codelet codelet, int priority) {
        FakeTask task = new FakeTask(++pushed, codelet, priority);
        policy.push(task);
        return task;
    }

    FakeTask push(Codelet codelet) {
        return push(codelet, 0);
    }

    void push(Codelet codelet, int priority, int times) {
        for (int i = 0; i < times; i++) {
            push(codelet, priority);
        }
    }

    Task pop(int worker) {
        return policy.pop(workers.get(worker));
    }

    /** The names of the codelets of what a worker is given until it is given nothing. */
    List<String> popAll(int worker) {
        List<String> names = new ArrayList<>();
        for (Task task = pop(worker); task != null; task = pop(worker)) {
            names.add(task.codelet().name());
        }
        return names;
    }

    @Override
    public void close() {
        policy.drain(task -> {});
        policy.close();
    }
}
