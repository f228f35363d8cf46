package org.asterism.bench.parts;

import java.util.concurrent.TimeUnit;
import org.asterism.api.Task;
import org.asterism.api.Worker;
import org.asterism.kit.policy.TaskPriorityQueue;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.Blackhole;

/** The queue of the policy prio. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(3)
@State(Scope.Benchmark)
public class TaskPriorityQueueBenchmark {
    private static final int TASKS = 1000;

    /** Number of different priorities that the tasks have. */
    @Param({"1", "16", "1000"})
    int priorities;

    private final TaskMaker maker = new TaskMaker();
    private final Worker worker = maker.worker();
    private final TaskPriorityQueue queue = new TaskPriorityQueue();
    private final Task[] tasks = new Task[TASKS];

    /** Makes tasks whose priorities come in no order: 7919 is a prime. */
    @Setup
    public void make() {
        for (int i = 0; i < TASKS; i++) {
            tasks[i] = maker.task().priority(7919 * i % priorities);
        }
    }

    /** Closes the runtime. */
    @TearDown
    public void close() {
        maker.close();
    }

    /** One thread adds many tasks and then takes them all; per task. */
    @Benchmark
    @OperationsPerInvocation(TASKS)
    public void fillAndEmpty(Blackhole eaten) {
        for (Task task : tasks) {
            queue.add(task);
        }
        for (int i = 0; i < TASKS; i++) {
            eaten.consume(queue.takeFor(worker));
        }
    }
}
