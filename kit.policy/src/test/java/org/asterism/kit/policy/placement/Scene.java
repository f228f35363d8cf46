package org.asterism.kit.policy.placement;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.asterism.api.Architecture;
import org.asterism.api.Codelet;
import org.asterism.api.Implementation;
import org.asterism.api.Task;
import org.asterism.api.Worker;
import org.asterism.tck.FakePolicyContext;
import org.asterism.tck.FakePredictor;
import org.asterism.tck.FakeTask;
import org.asterism.tck.FakeWorker;
import org.asterism.tck.VirtualClock;

/** A policy with workers and data, in a time that stands still until a test lets it pass. */
final class Scene {
    static final Implementation ELSEWHERE = new Implementation() {};

    /** Work for either architecture, with two ways to do it on CUDA. */
    static final Codelet WORK = Codelet.named("work")
            .cpu(kernel -> {})
            .implementation(Architecture.CUDA, ELSEWHERE)
            .implementation(Architecture.CUDA, ELSEWHERE)
            .build();

    final VirtualClock clock = new VirtualClock();
    final FakePolicyContext context;
    final FakePredictor predictor;
    final FakeData data = new FakeData();
    final List<FakeWorker> workers = new ArrayList<>();
    final LeastCostPolicy policy;
    private long tasks;

    Scene(Traits traits, String... properties) {
        this(traits, () -> Weights.USUAL, LeastCostPolicy.MOST_SCANNED, properties);
    }

    Scene(Traits traits, Supplier<Weights> configuration, int mostScanned, String... properties) {
        Map<String, String> asked = new HashMap<>();
        for (String property : properties) {
            String[] parts = property.split("=");
            asked.put(parts[0], parts[1]);
        }
        context = new FakePolicyContext(asked, clock);
        context.setPlacement(data);
        predictor = context.predictor();
        policy = new LeastCostPolicy(
                traits, context, new Settings(context.properties(), Family.DECLARED, configuration), mostScanned);
    }

    /** Adds CPU workers in main memory. */
    Scene cpus(int number) {
        for (int i = 0; i < number; i++) {
            add(new FakeWorker(workers.size(), Architecture.CPU, 0));
        }
        return this;
    }

    /** Adds CUDA workers, each with a memory node of its own. */
    Scene gpus(int number) {
        for (int i = 0; i < number; i++) {
            add(new FakeWorker(workers.size(), Architecture.CUDA, workers.size() + 1));
        }
        return this;
    }

    void add(FakeWorker... added) {
        workers.addAll(Arrays.asList(added));
        context.setWorkers(workers);
        policy.addWorkers(List.of(added));
    }

    /** What tasks take on a CPU and on a GPU. */
    Scene times(double cpu, double gpu) {
        predictor.times((task, worker, number) -> worker.architecture() == Architecture.CPU ? cpu : gpu);
        return this;
    }

    FakeTask task(int priority) {
        return new FakeTask(++tasks, WORK, priority);
    }

    /** Pushes a task. */
    int push() {
        return push(task(0));
    }

    /** Pushes a task; the id of the worker it went to, or -1. */
    int push(FakeTask task) {
        workers.forEach(FakeWorker::fallAsleep);
        policy.push(task);
        int woken = -1;
        for (FakeWorker worker : workers) {
            if (!worker.isAsleep()) {
                if (woken >= 0) {
                    throw new AssertionError("both worker " + woken + " and " + worker.id() + " were woken");
                }
                woken = worker.id();
            }
        }
        return woken;
    }

    List<Integer> push(int number) {
        List<Integer> went = new ArrayList<>();
        for (int i = 0; i < number; i++) {
            went.add(push());
        }
        return went;
    }

    Worker worker(int id) {
        return workers.get(id);
    }

    Task pop(int id) {
        return policy.pop(worker(id));
    }

    Task begin(int id) {
        Task task = pop(id);
        policy.beforeExecution(task, worker(id));
        return task;
    }

    void end(int id, Task task) {
        policy.afterExecution(task, worker(id));
    }

    void pass(long nanos) {
        clock.advance(Duration.ofNanos(nanos));
    }
}
