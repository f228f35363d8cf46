package org.asterism.bench.parts;

import java.util.concurrent.TimeUnit;
import org.asterism.api.Task;
import org.asterism.api.Worker;
import org.asterism.core.internal.task.Job;
import org.asterism.core.internal.task.Notes;
import org.asterism.kit.policy.TaskStore;
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

/** The queue of the components that keep tasks. Compare it with the queues of the policies eager and prio. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(3)
public class TaskStoreBenchmark {
    private static final int TASKS = 1000;

    /** A store with tasks in it, all of one priority. */
    @State(Scope.Benchmark)
    public static class Filled {
        /** Number of tasks that stand before the one that is added. */
        @Param({"0", "1000"})
        int waiting;

        private final TaskMaker maker = new TaskMaker();
        final StampedJobs stamps = new StampedJobs();
        final TaskStore store = new TaskStore(stamps, Task::priority);
        final Worker worker = maker.worker();
        long stamp;
        Job spare;

        /** Fills the store. */
        @Setup
        public void fill() {
            for (int i = 0; i < waiting; i++) {
                store.add(stamped(maker.task()));
            }
            spare = maker.task();
        }

        Job stamped(Job job) {
            Notes.stamp(job, stamp++);
            return job;
        }

        /** Closes the runtime. */
        @TearDown
        public void close() {
            maker.close();
        }
    }

    /** Tasks of several priorities. */
    @State(Scope.Benchmark)
    public static class Ranked {
        /** Number of different priorities that the tasks have. */
        @Param({"1", "16", "1000"})
        int priorities;

        private final TaskMaker maker = new TaskMaker();
        final TaskStore store = new TaskStore(new StampedJobs(), Task::priority);
        final Worker worker = maker.worker();
        final Job[] tasks = new Job[TASKS];
        long stamp;

        /** Makes tasks whose priorities come in no order: 7919 is a prime. */
        @Setup
        public void make() {
            for (int i = 0; i < TASKS; i++) {
                tasks[i] = (Job) maker.task().priority(7919 * i % priorities);
            }
        }

        /** Closes the runtime. */
        @TearDown
        public void close() {
            maker.close();
        }
    }

    /** One thread stamps and adds a task, and takes the oldest. */
    @Benchmark
    public Task addAndTake(Filled filled) {
        filled.store.add(filled.stamped(filled.spare));
        filled.spare = (Job) filled.store.takeFor(filled.worker);
        return filled.spare;
    }

    /** One thread takes the oldest task out and puts it back. */
    @Benchmark
    public Task offerInVain(Filled filled) {
        filled.store.add(filled.stamped(filled.spare));
        TaskStore.Round round = filled.store.round(filled.worker);
        Task first = filled.store.takeFirst(round);
        filled.store.refuse(round, first, 0);
        filled.spare = (Job) filled.store.takeFor(filled.worker);
        return first;
    }

    /** One thread stamps and adds many tasks and then takes them all; per task. */
    @Benchmark
    @OperationsPerInvocation(TASKS)
    public void fillAndEmpty(Ranked ranked, Blackhole eaten) {
        for (Job task : ranked.tasks) {
            Notes.stamp(task, ranked.stamp++);
            ranked.store.add(task);
        }
        for (int i = 0; i < TASKS; i++) {
            eaten.consume(ranked.store.takeFor(ranked.worker));
        }
    }
}
