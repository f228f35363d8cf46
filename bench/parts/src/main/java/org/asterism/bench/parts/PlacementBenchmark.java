package org.asterism.bench.parts;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.asterism.api.Architecture;
import org.asterism.api.Codelet;
import org.asterism.api.Implementation;
import org.asterism.api.Task;
import org.asterism.api.Worker;
import org.asterism.policy.dmda.dmda.internal.DmdaPolicyFactory;
import org.asterism.policy.dmda.dmdas.internal.DmdasPolicyFactory;
import org.asterism.policy.dmda.dmdasd.internal.DmdasdPolicyFactory;
import org.asterism.spi.policy.SchedulingPolicy;
import org.asterism.spi.policy.SchedulingPolicyFactory;
import org.asterism.tck.FakePolicyContext;
import org.asterism.tck.FakeTask;
import org.asterism.tck.FakeWorker;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Measures the cost of a task in a policy that places tasks, from the push to the end of the task. There are four GPUs
 * and any number of equal CPU workers. Four tasks wait for each worker.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class PlacementBenchmark {
    private static final int GPUS = 4;
    private static final Codelet WORK = Codelet.named("work")
            .cpu(kernel -> {})
            .implementation(Architecture.CUDA, new Implementation() {})
            .build();

    /** Number of CPU workers. */
    @Param({"10", "1000", "10000"})
    public int workers;

    /** Name of the policy. */
    @Param({"dmda", "dmdas", "dmdasd"})
    public String policy;

    private FakeWorker[] all;
    private Task[] running;
    private SchedulingPolicy inCharge;
    private long now;
    private long tasks;
    private int turn;

    /** Fills the queues. */
    @Setup
    public void fill() {
        FakePolicyContext context = new FakePolicyContext(Map.of(), () -> now);
        context.predictor().kinds(worker -> worker.architecture().index());
        context.predictor()
                .times((task, worker, number) ->
                        (worker.architecture() == Architecture.CPU ? 100_000 : 10_000) + task.id() * 7919 % 5000);
        all = new FakeWorker[workers + GPUS];
        Arrays.setAll(
                all,
                id -> id < GPUS
                        ? new FakeWorker(id, Architecture.CUDA, id + 1)
                        : new FakeWorker(id, Architecture.CPU, 0));
        running = new Task[all.length];
        inCharge = factory().create(context);
        inCharge.addWorkers(List.<Worker>of(all));
        for (int task = 0; task < 4 * all.length; task++) {
            push();
        }
    }

    private SchedulingPolicyFactory factory() {
        return switch (policy) {
            case "dmda" -> new DmdaPolicyFactory();
            case "dmdas" -> new DmdasPolicyFactory();
            default -> new DmdasdPolicyFactory();
        };
    }

    private void push() {
        inCharge.push(new FakeTask(++tasks, WORK, (int) (tasks * 2654435761L >>> 16) % 100));
    }

    /** Workers in turn end what they run, and begin the next, until one has ended a task: then one is pushed. */
    @Benchmark
    public void task() {
        boolean ended = false;
        while (!ended) {
            int id = turn++ % all.length;
            now += 100_000 / (all.length + 36) + 1;
            if (running[id] != null) {
                inCharge.afterExecution(running[id], all[id]);
                ended = true;
                push();
            }
            running[id] = inCharge.pop(all[id]);
            if (running[id] != null) {
                inCharge.beforeExecution(running[id], all[id]);
            }
        }
    }
}
