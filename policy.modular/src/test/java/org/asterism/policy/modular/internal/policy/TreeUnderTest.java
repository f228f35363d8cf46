package org.asterism.policy.modular.internal.policy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.asterism.api.Architecture;
import org.asterism.api.Codelet;
import org.asterism.api.CombinedWorker;
import org.asterism.api.Implementation;
import org.asterism.api.Task;
import org.asterism.api.Worker;
import org.asterism.tck.FakePolicyContext;
import org.asterism.tck.FakeTask;
import org.asterism.tck.FakeWorker;
import org.asterism.tck.VirtualClock;

/** A tree's policy with workers that are stepped by the test's thread. */
final class TreeUnderTest implements AutoCloseable {
    static final Codelet CPU =
            Codelet.named("on-cpu").access().cpu(kernel -> {}).build();
    static final Codelet CUDA = Codelet.named("on-cuda")
            .access()
            .implementation(Architecture.CUDA, new Implementation() {})
            .build();

    static final Codelet SPMD =
            Codelet.named("together").access().cpu(kernel -> {}).spmd().build();

    final VirtualClock clock = new VirtualClock();
    final FakePolicyContext context;
    final TreePolicy policy;
    final List<FakeWorker> workers = new ArrayList<>();
    private long pushed;
    private int workersEver;

    TreeUnderTest(TestKinds kinds, String description, Architecture... architectures) {
        this(kinds, description, Map.of(), architectures);
    }

    TreeUnderTest(TestKinds kinds, String description, Map<String, String> properties, Architecture... architectures) {
        context = new FakePolicyContext(properties, clock);
        policy = kinds.policy(description, context);
        if (architectures.length > 0) {
            add(architectures);
        }
    }

    List<FakeWorker> add(Architecture... architectures) {
        List<FakeWorker> added = new ArrayList<>();
        for (Architecture architecture : architectures) {
            added.add(new FakeWorker(workersEver++, architecture));
        }
        workers.addAll(added);
        context.setWorkers(workers);
        policy.addWorkers(List.copyOf(added));
        return added;
    }

    /** Adds processor cores, some of which combine: each group is given by their numbers. */
    TreeUnderTest addCores(int cores, int[]... groups) {
        List<FakeWorker> added = new ArrayList<>();
        for (int core = 0; core < cores; core++) {
            added.add(new FakeWorker(workersEver++, Architecture.CPU));
        }
        workers.addAll(added);
        context.setWorkers(workers);
        context.setCombinedWorkers(Arrays.stream(groups).map(this::combination).toList());
        policy.addWorkers(List.copyOf(added));
        return this;
    }

    CombinedWorker combination(int... members) {
        return new CombinedWorker(
                "", Arrays.stream(members).mapToObj(workers::get).toList());
    }

    void remove(FakeWorker... leaving) {
        workers.removeAll(List.of(leaving));
        context.setWorkers(workers);
        policy.removeWorkers(List.<Worker>of(leaving));
    }

    FakeTask push(Codelet codelet) {
        return push(new FakeTask(++pushed, codelet, 0));
    }

    FakeTask push(Codelet codelet, Predicate<? super Worker> allowed) {
        return push(new FakeTask(++pushed, codelet, 0).where(allowed));
    }

    FakeTask push(Codelet codelet, int priority) {
        return push(new FakeTask(++pushed, codelet, priority));
    }

    private FakeTask push(FakeTask task) {
        policy.push(task);
        return task;
    }

    Task pop(int worker) {
        return policy.pop(workers.get(worker));
    }

    /** Has all workers look for tasks as the core does, until all sleep: each that finds one runs it. */
    List<Task> runUntilAllSleep() {
        List<Task> ran = new ArrayList<>();
        boolean progress;
        do {
            progress = false;
            for (FakeWorker worker : List.copyOf(workers)) {
                if (worker.isAsleep()) {
                    continue;
                }
                progress = true;
                Task task = policy.pop(worker);
                if (task == null) {
                    worker.fallAsleep();
                    task = policy.pop(worker);
                    if (task != null) {
                        worker.wakeUp();
                    }
                }
                if (task != null) {
                    ran.add(task);
                    worker.run((FakeTask) task, policy);
                }
            }
        } while (progress);
        return ran;
    }

    List<Task> drain() {
        List<Task> drained = new ArrayList<>();
        policy.drain(drained::add);
        return drained;
    }

    @Override
    public void close() {
        policy.close();
    }
}
