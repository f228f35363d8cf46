package org.asterism.bench.taskbench.internal;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.asterism.api.Architecture;
import org.asterism.api.TaskRuntime;
import org.asterism.api.Worker;
import org.asterism.spi.application.Application;
import org.asterism.spi.application.ApplicationOption;
import org.asterism.spi.application.ApplicationResult;
import org.asterism.spi.application.ApplicationRun;
import org.osgi.service.component.annotations.Component;

/**
 * Measures the cost of a task. Tasks are not tracked, because that would cost too: there is no progress bar, and
 * {@code --swap} has no effect.
 */
@Component(
        property = {Application.NAME + "=taskbench", Application.DESCRIPTION + "=What a task costs, in time and memory"
        })
public final class TaskBench implements Application {
    private static final long COUNTED_WITHIN_NS = TimeUnit.SECONDS.toNanos(10);

    /** Called by Declarative Services. */
    public TaskBench() {}

    @Override
    public List<ApplicationOption> options() {
        return Settings.OPTIONS;
    }

    @Override
    public ApplicationResult run(ApplicationRun run) throws InterruptedException {
        Settings settings = Settings.of(run);
        if (settings.csv()) {
            run.out(); // refused if standard output is promised to --json, and better now than after the measurement
        }
        TaskRuntime runtime = run.runtime();
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("mode", settings.mode().toString());
        fields.put("sched", policy(runtime));
        fields.put("ncpu", cpuWorkers(runtime));
        if (settings.buffers() > 0) {
            fields.put("nbuf", settings.buffers());
            fields.put("access", settings.access().toString());
        }
        if (settings.mode() == Mode.MEMORY) {
            fields.put("ntasks", settings.tasks());
            fields.put("state", settings.state().toString());
            fields.put("heap_bytes_per_task", new HeapPerTask(runtime, settings).weigh());
            return new ApplicationResult(true, fields);
        }
        if (settings.mode() == Mode.SWAP) {
            fields.put("ntasks", settings.tasks());
            long expected = executedTasks(runtime) + runtime.workers().size() + settings.tasks();
            new SwapTimes(runtime, settings).measureInto(fields);
            return new ApplicationResult(executedReaches(runtime, expected), fields);
        }
        return measure(run, settings, fields);
    }

    private static ApplicationResult measure(ApplicationRun run, Settings settings, Map<String, Object> fields)
            throws InterruptedException {
        TaskRuntime runtime = run.runtime();
        int workers = cpuWorkers(runtime);
        double nanosecondsPerIteration = 0;
        long iterations = 0;
        if (settings.grainMicroseconds() > 0) {
            nanosecondsPerIteration = Spin.calibrate(Math.max(1, workers));
            iterations = (long) (settings.grainMicroseconds() * 1000 / nanosecondsPerIteration);
        }
        Load load = Load.of(new Workbench(runtime, iterations), settings);
        int tasks = load.tasks();
        fields.put("ntasks", tasks);
        long executed = executedTasks(runtime);
        for (int round = 0; round < settings.warmUps(); round++) {
            load.once();
        }
        Timing timing = load.once();
        boolean complete = executedReaches(runtime, executed + (settings.warmUps() + 1L) * tasks);

        fields.put("grain_us", settings.grainMicroseconds());
        fields.put("variant", settings.variant());
        fields.put("submit_ns", timing.submit() / (double) tasks);
        fields.put("total_ns", timing.total() / (double) tasks);
        if (iterations > 0) {
            double work = (double) tasks * iterations * nanosecondsPerIteration;
            fields.put("efficiency", work / workers / timing.total());
        }
        if (settings.csv()) {
            run.out().println(csv(settings, fields));
        }
        return new ApplicationResult(complete, fields);
    }

    /** The peers' columns: peer,mode,sched,ncpu,ntasks,nbuf,access,grain_us,variant,submit_ns,total_ns,efficiency. */
    static String csv(Settings settings, Map<String, Object> fields) {
        boolean data = settings.mode() == Mode.DATA;
        double grain = settings.grainMicroseconds();
        Object efficiency = fields.get("efficiency");
        return String.join(
                ",",
                "asterism",
                settings.mode().toString(),
                fields.get("sched").toString(),
                fields.get("ncpu").toString(),
                fields.get("ntasks").toString(),
                data ? Integer.toString(settings.buffers()) : "",
                data ? settings.access().toString() : "",
                grain == Math.rint(grain) ? Long.toString((long) grain) : Double.toString(grain),
                settings.variant(),
                String.format(Locale.ROOT, "%.1f", fields.get("submit_ns")),
                String.format(Locale.ROOT, "%.1f", fields.get("total_ns")),
                efficiency == null ? "" : String.format(Locale.ROOT, "%.4f", efficiency));
    }

    private static String policy(TaskRuntime runtime) {
        return runtime.defaultContext().policy().orElse("(parked)");
    }

    private static int cpuWorkers(TaskRuntime runtime) {
        return (int) runtime.workers().stream()
                .filter(worker -> worker.architecture() == Architecture.CPU)
                .count();
    }

    private static long executedTasks(TaskRuntime runtime) {
        return runtime.workers().stream().mapToLong(Worker::executedTasks).sum();
    }

    /** Workers count for themselves, and may be a few tasks behind while they run; those of a simulation never are. */
    private static boolean executedReaches(TaskRuntime runtime, long expected) {
        boolean simulated = runtime.simulation().isPresent();
        long begin = runtime.clock().nanoTime();
        while (executedTasks(runtime) < expected) {
            if (simulated || runtime.clock().nanoTime() - begin > COUNTED_WITHIN_NS) {
                return false;
            }
            Thread.onSpinWait();
        }
        return executedTasks(runtime) == expected;
    }
}
