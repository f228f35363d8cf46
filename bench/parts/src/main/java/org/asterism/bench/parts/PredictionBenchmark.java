package org.asterism.bench.parts;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.asterism.api.Access;
import org.asterism.api.Codelet;
import org.asterism.api.Worker;
import org.asterism.api.data.DataHandle;
import org.asterism.api.model.Calibration;
import org.asterism.api.model.ModelSettings;
import org.asterism.api.model.PerformanceModel;
import org.asterism.core.internal.context.ContextWorker;
import org.asterism.core.internal.prediction.Predictions;
import org.asterism.core.internal.task.Job;
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
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** Measures the cost of predicting the time of a task, and of learning from a measured time. Figures are per task. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(3)
@State(Scope.Benchmark)
public class PredictionBenchmark {
    /** Number of data sizes that the model knows. */
    @Param({"1", "1000"})
    int cases;

    private final TaskMaker maker = new TaskMaker();
    private Predictions predictions;
    private Job task;
    private Job withoutModel;
    private ContextWorker worker;
    private double nanos;

    /** Teaches a model, and makes a task of one of its cases; nothing is kept, as nothing is closed. */
    @Setup
    public void learn() {
        try {
            ModelSettings settings = ModelSettings.defaults()
                    .withFolder(Files.createTempDirectory("models"))
                    .withMachine("bench")
                    .withCalibration(Calibration.ON);
            Worker one = maker.worker();
            predictions = new Predictions(settings, List::of);
            PerformanceModel model = PerformanceModel.history("bench");
            Codelet codelet = Codelet.named("bench")
                    .access(Access.RW, Access.R, Access.R)
                    .cpu(kernel -> {})
                    .model(model)
                    .build();
            for (int number = 1; number <= cases; number++) {
                DataHandle[] data = {maker.handle(number), maker.handle(number), maker.handle(number)};
                task = maker.task(codelet, data);
                for (int sample = 0; sample < ModelSettings.USUAL_MINIMUM; sample++) {
                    predictions.models().feed(model, task, one, 0, 1000);
                }
            }
            worker = (ContextWorker) one;
            withoutModel = maker.task();
            Files.delete(predictions.models().folder().getParent());
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** Closes the runtime. */
    @TearDown
    public void close() {
        maker.close();
    }

    /** Asks for a task of three handles. */
    @Benchmark
    public double ask() {
        return predictions.executionNanos(task, worker, 0);
    }

    /** Asks whether anybody learns from a task without a model. */
    @Benchmark
    public boolean askWhetherToLearn() {
        return predictions.learns(withoutModel, worker);
    }

    /** Learns from a task; a sample in eight computes the mean anew. */
    @Benchmark
    public void execute() {
        nanos = nanos == 1000 ? 1010 : 1000;
        predictions.executed(task, worker, 1, (long) nanos);
    }
}
