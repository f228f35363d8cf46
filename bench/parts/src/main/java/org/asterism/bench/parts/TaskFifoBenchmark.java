package org.asterism.bench.parts;

import java.util.concurrent.TimeUnit;
import org.asterism.api.Task;
import org.asterism.api.Worker;
import org.asterism.kit.policy.TaskFifo;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Group;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** The queue of the policy eager. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(3)
public class TaskFifoBenchmark {
    /** Number of tasks at which the adder waits for the taker: so large that the two rarely meet. */
    private static final int FULL = 10_000;

    /** A queue with tasks in it. */
    @State(Scope.Benchmark)
    public static class Filled {
        /** Number of tasks that stand before the one that is added. */
        @Param({"0", "1000"})
        int waiting;

        private final TaskMaker maker = new TaskMaker();
        final TaskFifo queue = new TaskFifo();
        final Worker worker = maker.worker();
        Task spare;

        /** Fills the queue. */
        @Setup
        public void fill() {
            for (int i = 0; i < waiting; i++) {
                queue.add(maker.task());
            }
            spare = maker.task();
        }

        /** Closes the runtime. */
        @TearDown
        public void close() {
            maker.close();
        }
    }

    /** A queue between two threads. */
    @State(Scope.Group)
    public static class Shared {
        private final TaskMaker maker = new TaskMaker();
        final TaskFifo queue = new TaskFifo();
        final Worker worker = maker.worker();
        final Task task = maker.task();

        /** Closes the runtime. */
        @TearDown
        public void close() {
            maker.close();
        }
    }

    /** One thread adds a task and takes the oldest. */
    @Benchmark
    public Task addAndTake(Filled filled) {
        filled.queue.add(filled.spare);
        filled.spare = filled.queue.takeFor(filled.worker);
        return filled.spare;
    }

    /** One thread adds; when the queue is long it looks at its length instead. */
    @Benchmark
    @Group("handOver")
    public void add(Shared shared) {
        if (shared.queue.size() < FULL) {
            shared.queue.add(shared.task);
        }
    }

    /** Another thread takes; when the queue is empty it sees that. */
    @Benchmark
    @Group("handOver")
    public Task take(Shared shared) {
        return shared.queue.takeFor(shared.worker);
    }
}
