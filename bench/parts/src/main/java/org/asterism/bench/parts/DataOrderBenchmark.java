package org.asterism.bench.parts;

import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.asterism.api.Access;
import org.asterism.api.Codelet;
import org.asterism.core.internal.data.Handle;
import org.asterism.core.internal.task.AccessOrder;
import org.asterism.core.internal.task.DataOrder;
import org.asterism.core.internal.task.Job;
import org.asterism.core.internal.task.Remainder;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
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

/**
 * Measures how long a submitted task takes to enter the order of accesses, behind the other tasks that use its data.
 * Figures are per task.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(3)
@State(Scope.Benchmark)
public class DataOrderBenchmark {
    private static final int TASKS = 8000;
    private static final int SETS = 256;

    /** Number of handles that a task has. */
    @Param({"1", "2", "4"})
    int handles;

    /** The task's access to each of them. */
    @Param({"R", "RW"})
    Access access;

    private final TaskMaker maker = new TaskMaker();
    private final Handle[][] sets = new Handle[SETS][];
    private final Job[] jobs = new Job[TASKS];
    private Codelet codelet;

    /** Registers data. */
    @Setup
    public void register() {
        Access[] modes = new Access[handles];
        Arrays.fill(modes, access);
        codelet = TaskMaker.codelet(modes);
        for (int set = 0; set < SETS; set++) {
            sets[set] = new Handle[handles];
            Arrays.setAll(sets[set], index -> maker.handle());
        }
    }

    /** Makes tasks that take turns with the data, as if nobody had used these before. */
    @Setup(Level.Invocation)
    public void make() {
        forgetUsers();
        for (int i = 0; i < TASKS; i++) {
            jobs[i] = maker.task(codelet, sets[i % SETS]);
        }
    }

    /** None of the tasks will ever end, and closing a handle waits for its users. */
    private void forgetUsers() {
        for (Handle[] set : sets) {
            for (Handle handle : set) {
                AccessOrder.of(handle).lock();
                AccessOrder.of(handle).forgetUsers();
                AccessOrder.of(handle).unlock();
            }
        }
    }

    /** Closes the runtime. */
    @TearDown
    public void close() {
        forgetUsers();
        maker.close();
    }

    /** Has the tasks take their places. */
    @Benchmark
    @OperationsPerInvocation(TASKS)
    public void declare() {
        for (Job job : jobs) {
            Remainder.complete(DataOrder.declare(job));
        }
    }
}
