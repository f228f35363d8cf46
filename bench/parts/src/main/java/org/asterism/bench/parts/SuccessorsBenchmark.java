package org.asterism.bench.parts;

import java.util.concurrent.TimeUnit;
import org.asterism.api.TaskState;
import org.asterism.core.internal.task.Job;
import org.asterism.core.internal.task.Progress;
import org.asterism.core.internal.task.Successors;
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

/** Measures how long an ended task takes to release its successors. Figures are per dependency. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(3)
@State(Scope.Benchmark)
public class SuccessorsBenchmark {
    private static final int DEPENDENCIES = 16_000;

    /** Number of tasks that wait for the same task. */
    @Param({"1", "8"})
    int fanOut;

    private final TaskMaker maker = new TaskMaker();
    private Job[] predecessors;
    private final Job[] successors = new Job[DEPENDENCIES];

    /** Makes new tasks, as lists of successors are closed once and for all. */
    @Setup(Level.Invocation)
    public void make() {
        predecessors = new Job[DEPENDENCIES / fanOut];
        for (int i = 0; i < predecessors.length; i++) {
            predecessors[i] = maker.task();
            // The context keeps account of predecessors that were not submitted, which costs more than what is
            // measured.
            Progress.advance(predecessors[i], TaskState.CREATED, TaskState.SUBMITTED);
        }
        for (int i = 0; i < DEPENDENCIES; i++) {
            successors[i] = maker.task();
        }
    }

    /** Closes the runtime. */
    @TearDown
    public void close() {
        maker.close();
    }

    /** Has tasks wait for others, and these end. */
    @Benchmark
    @OperationsPerInvocation(DEPENDENCIES)
    public void addAndRelease() {
        for (int i = 0; i < DEPENDENCIES; i++) {
            Successors.addPredecessor(successors[i], predecessors[i / fanOut]);
        }
        for (Job predecessor : predecessors) {
            Successors.release(predecessor, null);
        }
    }

    /** Has tasks wait for others that have ended already. */
    @Benchmark
    @OperationsPerInvocation(DEPENDENCIES)
    public void addTooLate() {
        for (Job predecessor : predecessors) {
            Progress.advance(predecessor, TaskState.SUBMITTED, TaskState.DONE);
            Successors.release(predecessor, null);
        }
        for (int i = 0; i < DEPENDENCIES; i++) {
            Successors.addPredecessor(successors[i], predecessors[i / fanOut]);
        }
    }
}
