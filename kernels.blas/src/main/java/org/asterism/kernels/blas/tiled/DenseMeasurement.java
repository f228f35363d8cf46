package org.asterism.kernels.blas.tiled;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SequencedMap;
import org.asterism.api.SchedulingContext;
import org.asterism.api.TaskRuntime;
import org.asterism.api.data.ElementType;
import org.asterism.spi.application.ApplicationResult;
import org.asterism.spi.application.MemoryTally;
import org.asterism.spi.application.WorkerTally;

/** Measures the tasks of an application on dense matrices, and collects its figures. Not thread-safe. */
public final class DenseMeasurement {
    private final DenseOptions options;
    private final Map<String, Object> fields;

    /**
     * Creates a measurement.
     *
     * @param options of the run
     * @param sizes the figures to show first
     */
    public DenseMeasurement(DenseOptions options, SequencedMap<String, ?> sizes) {
        this.options = options;
        fields = new LinkedHashMap<>(sizes);
        fields.put("precision", options.element() == ElementType.FLOAT ? "single" : "double");
    }

    /**
     * {@return the figures n, tile and nt of a square matrix, to which the caller may add}
     *
     * @param tiling the division of the matrix
     */
    public static SequencedMap<String, Object> sizes(Tiling tiling) {
        SequencedMap<String, Object> sizes = new LinkedHashMap<>();
        sizes.put("n", tiling.rows());
        sizes.put("tile", tiling.tile());
        sizes.put("nt", tiling.tileRows());
        return sizes;
    }

    /**
     * Submits tasks and waits for them.
     *
     * @param tasks the number of tasks
     * @param operations their floating-point operations
     * @param submission submits and tracks them
     * @return this
     * @throws InterruptedException if the thread is interrupted while it waits
     */
    public DenseMeasurement measure(double tasks, double operations, Runnable submission) throws InterruptedException {
        TaskRuntime runtime = options.run().runtime();
        options.run().expectTasks((long) tasks);
        WorkerTally tally = new WorkerTally(runtime);
        MemoryTally moved = new MemoryTally(runtime);
        long start = runtime.clock().nanoTime();
        submission.run();
        runtime.waitAll();
        long nanoseconds = runtime.clock().nanoTime() - start;
        SchedulingContext context = runtime.defaultContext();
        fields.put("tasks", (long) tasks);
        fields.put("time_ms", nanoseconds / 1e6);
        fields.put("gflops", operations / nanoseconds);
        fields.put("tasks_per_worker", tally.counts());
        fields.put("tasks_per_architecture", tally.countsPerArchitecture());
        fields.put("bytes_received", moved.received());
        fields.put("policy", context.policy().orElse(context.wantedPolicy()));
        return this;
    }

    /** {@return the figures of a run whose matrices are not checked} */
    public ApplicationResult unchecked() {
        fields.put("checked", false);
        return new ApplicationResult(true, fields);
    }

    /**
     * {@return the figures with the residual, correct if that is a number within the bound}
     *
     * @param residual the error of the matrices
     * @param bound the greatest residual that rounding explains
     */
    public ApplicationResult checked(double residual, double bound) {
        boolean correct = residual <= bound;
        fields.put("residual", residual);
        fields.put("residual_bound", bound);
        fields.put("correct", correct);
        return new ApplicationResult(correct, fields);
    }
}
