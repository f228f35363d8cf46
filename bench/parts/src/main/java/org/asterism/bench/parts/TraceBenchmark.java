package org.asterism.bench.parts;

import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.asterism.api.Clock;
import org.asterism.api.Codelet;
import org.asterism.api.Observation;
import org.asterism.api.Task;
import org.asterism.api.TaskRuntime;
import org.asterism.api.Worker;
import org.asterism.api.observation.RuntimeObserver;
import org.asterism.core.internal.testing.Laboratory;
import org.asterism.trace.Recording;
import org.asterism.trace.TraceSettings;
import org.asterism.trace.internal.recording.Recordings;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** Measures how long a thread takes to record an event. Figures are per event. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(3)
@State(Scope.Benchmark)
public class TraceBenchmark {
    /** As many as a ring has room for, so none is lost. */
    private static final int TASKS = 2000;

    private static final int EVENTS_PER_TASK = 7;

    private final Laboratory laboratory = Laboratory.withWorkers(1);
    private final TaskRuntime runtime = laboratory.runtime();
    private final Clock clock = runtime.clock();
    private final Worker worker = runtime.workers().getFirst();
    private final Codelet codelet = Codelet.named("work").cpu(kernel -> {}).build();
    private final Task[] tasks = new Task[TASKS];
    private RuntimeObserver recorder;
    private Recording recording;
    private Path file;

    /** Starts a recording of a runtime whose events come from the benchmark. */
    @Setup
    public void start() throws IOException {
        for (int index = 0; index < TASKS; index++) {
            tasks[index] = runtime.task(codelet);
        }
        TaskRuntime observed = (TaskRuntime) Proxy.newProxyInstance(
                TaskRuntime.class.getClassLoader(), new Class<?>[] {TaskRuntime.class}, (_, method, arguments) -> {
                    if (method.getName().equals("observe")) {
                        recorder = (RuntimeObserver) arguments[0];
                        return (Observation) () -> {};
                    }
                    return method.invoke(runtime, arguments);
                });
        recording = new Recordings().start(observed, TraceSettings.inMemory().withMemoryBytes(1));
        file = Files.createTempFile("asterism", ".trace");
    }

    /** Empties the ring. */
    @Setup(Level.Invocation)
    public void empty() throws IOException {
        recording.save(file);
    }

    /** Ends the recording, and checks that events were recorded. */
    @TearDown
    public void end() throws IOException {
        recording.stop();
        Files.delete(file);
        runtime.close();
        laboratory.close();
        if (recording.statistics().lost() > 0 || recording.statistics().records() == 0) {
            throw new IllegalStateException("events were lost: " + recording.statistics());
        }
    }

    /** Reports the life of tasks without data, with a reading of the clock where the runtime has one. */
    @Benchmark
    @OperationsPerInvocation(TASKS * EVENTS_PER_TASK)
    public void lifeOfATask() {
        for (Task task : tasks) {
            recorder.submitted(task);
            recorder.ready(task);
            recorder.pushed(task);
            recorder.popped(task, worker, "eager");
            long begin = clock.nanoTime();
            recorder.launched(task, worker, begin);
            recorder.executed(task, worker, begin, clock.nanoTime());
            recorder.completed(task);
        }
    }

    /** Reports events that need a reading of the clock each. */
    @Benchmark
    @OperationsPerInvocation(TASKS)
    public void eventWithItsOwnTime() {
        for (Task task : tasks) {
            recorder.callbackBegan(task);
        }
    }
}
