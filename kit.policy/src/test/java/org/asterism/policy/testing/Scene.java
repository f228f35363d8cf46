package org.asterism.policy.testing;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.asterism.api.Architecture;
import org.asterism.api.Codelet;
import org.asterism.api.CombinedWorker;
import org.asterism.api.Implementation;
import org.asterism.api.Task;
import org.asterism.api.Worker;
import org.asterism.spi.policy.SchedulingPolicy;
import org.asterism.spi.policy.SchedulingPolicyFactory;
import org.asterism.tck.FakePolicyContext;
import org.asterism.tck.FakeTask;
import org.asterism.tck.FakeWorker;
import org.asterism.tck.VirtualClock;

/** A policy with workers, some of which combine. */
public final class Scene {
    public static final Codelet SEQUENTIAL =
            Codelet.named("sequential").cpu(kernel -> {}).build();
    public static final Codelet SPMD =
            Codelet.named("spmd").cpu(kernel -> {}).spmd().build();
    public static final Codelet OF_TWO =
            Codelet.named("of-two").cpu(kernel -> {}).forkJoin(2).build();
    public static final Codelet OF_THREE =
            Codelet.named("of-three").cpu(kernel -> {}).spmd(3).build();
    public static final Codelet ANYWHERE = Codelet.named("anywhere")
            .cpu(kernel -> {})
            .implementation(Architecture.CUDA, new Implementation() {})
            .spmd()
            .build();

    public final VirtualClock clock = new VirtualClock();
    public final FakePolicyContext context;
    public final SchedulingPolicy policy;
    private final List<FakeWorker> workers = new ArrayList<>();
    private long tasks;

    public Scene(SchedulingPolicyFactory factory, Architecture... architectures) {
        this(factory, Map.of(), architectures);
    }

    public Scene(SchedulingPolicyFactory factory, Map<String, String> properties, Architecture... architectures) {
        context = new FakePolicyContext(properties, clock);
        policy = factory.create(context);
        List<FakeWorker> added = new ArrayList<>();
        for (Architecture architecture : architectures) {
            added.add(new FakeWorker(added.size(), architecture));
        }
        add(added);
    }

    public static Scene ofCores(SchedulingPolicyFactory factory, int cores) {
        Architecture[] architectures = new Architecture[cores];
        Arrays.fill(architectures, Architecture.CPU);
        return new Scene(factory, architectures);
    }

    public void add(List<FakeWorker> added) {
        workers.addAll(added);
        context.setWorkers(workers);
        policy.addWorkers(List.copyOf(added));
    }

    public void remove(FakeWorker leaving) {
        workers.remove(leaving);
        context.setWorkers(workers);
        policy.removeWorkers(List.<Worker>of(leaving));
    }

    public FakeWorker worker(int index) {
        return workers.get(index);
    }

    public CombinedWorker combination(int... members) {
        return new CombinedWorker(
                "", Arrays.stream(members).mapToObj(workers::get).toList());
    }

    public Scene combine(CombinedWorker... combined) {
        context.setCombinedWorkers(List.of(combined));
        return this;
    }

    public FakeTask task(Codelet codelet, int priority) {
        return new FakeTask(++tasks, codelet, priority);
    }

    public FakeTask push(Codelet codelet) {
        return push(task(codelet, 0));
    }

    public FakeTask push(FakeTask task) {
        policy.push(task);
        return task;
    }

    public Task pop(int worker) {
        return context.popAs(worker(worker), () -> policy.pop(worker(worker)));
    }

    public CombinedWorker team(Task task) {
        return context.team(task);
    }

    public void allFallAsleep() {
        workers.forEach(FakeWorker::fallAsleep);
    }

    public List<FakeWorker> awake() {
        return workers.stream().filter(worker -> !worker.isAsleep()).toList();
    }
}
