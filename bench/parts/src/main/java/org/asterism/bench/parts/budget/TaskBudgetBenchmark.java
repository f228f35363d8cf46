package org.asterism.bench.parts.budget;

import java.util.concurrent.TimeUnit;
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

/**
 * Measures the time of a task from submission to end. The score includes the time for handing a batch from thread to
 * thread. {@link PartProfiler} adds figures per task without that time.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(3)
public class TaskBudgetBenchmark {
    static final String WHOLE = ".whole";
    static final String IN_PARTS = ".inParts";

    private static final int TASKS = 400;

    /** An unchanged program. */
    @State(Scope.Benchmark)
    public static class Untouched {
        /** The kind of its tasks. */
        @Param
        public Load load;

        /** Name of the policy. */
        @Param("eager")
        public String policy;

        TaskProgram program;

        /** Makes a runtime. */
        @Setup
        public void open() throws ReflectiveOperationException {
            program = program();
        }

        TaskProgram program() throws ReflectiveOperationException {
            return new HotPath(load, policy);
        }

        /** Closes it. */
        @TearDown
        public void close() {
            program.close();
        }
    }

    /** A program that publishes the current part of a task's path. */
    public static class Marked extends Untouched {
        @Override
        TaskProgram program() throws ReflectiveOperationException {
            return new InstrumentingClassLoader(false, PartClock.class).open(load, policy);
        }
    }

    /** Submits a batch of tasks, then has it run. */
    @Benchmark
    @OperationsPerInvocation(TASKS)
    public void whole(Untouched state) throws InterruptedException {
        state.program.batch(TASKS, PartClock.METER);
    }

    /** The same while the parts are told apart. */
    @Benchmark
    @OperationsPerInvocation(TASKS)
    public void inParts(Marked state) throws InterruptedException {
        state.program.batch(TASKS, PartClock.METER);
    }
}
