package org.asterism.run;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.asterism.api.Architecture;
import org.asterism.api.Clock;
import org.asterism.api.MemoryNode;
import org.asterism.api.TaskRuntime;
import org.asterism.api.Worker;
import org.asterism.report.gantt.GanttChart;
import org.asterism.report.schedule.Schedule;
import org.asterism.report.schedule.ScheduleReport;
import org.asterism.report.schedule.ScheduleWatch;
import org.asterism.report.text.Fields;
import org.asterism.report.text.Section;
import org.asterism.run.internal.option.GanttFile;
import org.asterism.run.internal.option.RunOptions;
import org.asterism.run.internal.option.TraceFile;
import org.asterism.spi.application.ApplicationResult;

/**
 * Run of an application with its measurements. If time is virtual or a picture is requested, they include those of the
 * schedule.
 */
final class MeasuredRun {
    private static final double NANOS_PER_MILLISECOND = 1e6;
    private static final double MILLISECONDS_PER_SECOND = 1e3;
    private static final String RUN_MS = "run_ms";

    private final Applications.Installed installed;
    private final TaskRuntime runtime;
    private final RunOptions options;
    private final RunningApplication running;
    private final Path folder;
    private final PrintStream out;
    private final RunHost host;
    private final Map<String, Object> fields = new LinkedHashMap<>();

    MeasuredRun(
            Applications.Installed installed,
            TaskRuntime runtime,
            RunOptions options,
            RunningApplication running,
            Path folder,
            PrintStream out,
            RunHost host) {
        this.installed = installed;
        this.runtime = runtime;
        this.options = options;
        this.running = running;
        this.folder = folder;
        this.out = out;
        this.host = host;
    }

    /**
     * Runs the application.
     *
     * @param number number of the run, from 1
     * @param display display for a progress bar
     * @return the results
     * @throws Exception exception of the application
     */
    RunRecord run(int number, Optional<Display> display) throws Exception {
        describe(number);
        Optional<GanttFile> gantt = GanttFile.of(options, folder, number);
        Optional<TraceFile> trace = TraceFile.of(options, folder, number);
        TrackedRun run = new TrackedRun(runtime, options, running::isCancelled, folder, out);
        running.track(run);
        ApplicationResult result;
        List<Section> sections = List.of();
        RunStats stats = RunStats.of(options.stats(), runtime);
        try (stats) {
            if (gantt.isPresent() || runtime.simulation().isPresent()) {
                try (ScheduleWatch watch = ScheduleWatch.of(runtime, gantt.isPresent())) {
                    long begin = runtime.clock().nanoTime();
                    result = recorded(trace, run, display);
                    long time = runtime.clock().nanoTime() - begin;
                    if (runtime.simulation().isEmpty()) {
                        add(result.fields()); // The application knows better which part of the time to count.
                    }
                    sections = report(watch.end(), time, gantt);
                }
            } else {
                result = recorded(trace, run, display);
            }
        }
        add(result.fields());
        add(stats.fields());
        boolean acceptable = result.correct() || !executes();
        return new RunRecord(installed.name(), acceptable, new Fields(fields), stats.with(sections), run.printed());
    }

    /** Adds results, except those whose name already exists, even with a null value. */
    private void add(Map<String, Object> more) {
        more.forEach((name, value) -> {
            if (!fields.containsKey(name)) {
                fields.put(name, value);
            }
        });
    }

    private void describe(int number) {
        fields.put("app", installed.name());
        fields.put("run", number);
        options.context().ifPresent(context -> fields.put("context", context));
        fields.put("policy", runtime.defaultContext().policy().orElse(null));
        fields.put(
                "cpu_workers",
                runtime.workers().stream()
                        .filter(worker -> worker.architecture() == Architecture.CPU)
                        .count());
        new TreeMap<>(runtime.workers().stream()
                        .filter(worker -> worker.architecture() != Architecture.CPU)
                        .collect(Collectors.groupingBy(
                                worker -> worker.architecture().name(), Collectors.counting())))
                .forEach((architecture, workers) -> fields.put(architecture + "_workers", workers));
        fields.put(
                "memory_nodes",
                IntStream.concat( // Data begin in main memory, even if no worker is there.
                                IntStream.of(MemoryNode.MAIN),
                                runtime.workers().stream().mapToInt(Worker::memoryNode))
                        .distinct()
                        .count());
        fields.put("seed", options.seed());
        options.machine().simulation().ifPresent(machine -> fields.put("machine", machine.machine()));
    }

    /** Whether kernels compute values, so that a result can be right or wrong. */
    private boolean executes() {
        return runtime.simulation().isEmpty() || runtime.simulation().get().executes();
    }

    /** Executes the application, and records that if a file is given. */
    private ApplicationResult recorded(Optional<TraceFile> trace, TrackedRun run, Optional<Display> display)
            throws Exception {
        if (trace.isEmpty()) {
            return execute(run, display);
        }
        RunHost.Recording recording = host.record(runtime, trace.get().file());
        try {
            return execute(run, display);
        } finally {
            fields.putAll(recording.end());
        }
    }

    private ApplicationResult execute(TrackedRun run, Optional<Display> display) throws Exception {
        // For a simulated machine, the real time is of interest besides the virtual one.
        Clock clock = runtime.simulation().isPresent() ? Clock.system() : runtime.clock();
        long begin = clock.nanoTime();
        ApplicationResult result;
        Optional<ProgressBar> bar =
                display.map(where -> new ProgressBar(installed.name(), run::ended, run::expected, where));
        bar.ifPresent(ProgressBar::start);
        bar.ifPresent(running::show);
        try {
            result = installed.application().run(run);
        } finally {
            bar.ifPresent(ProgressBar::close);
        }
        double milliseconds = (clock.nanoTime() - begin) / NANOS_PER_MILLISECOND;
        run.finishSwap((afterTasks, nanoseconds) -> {
            fields.put("swap", options.swap().orElseThrow().name());
            fields.put("swap_after_tasks", afterTasks);
            fields.put("swap_ms", nanoseconds / NANOS_PER_MILLISECOND);
        });
        if (result == null) {
            throw new IllegalStateException("the application returned no result");
        }
        fields.put("policy_at_end", runtime.defaultContext().policy().orElse(null));
        runtime.defaultContext().trouble().ifPresent(trouble -> fields.put("trouble", trouble));
        boolean isChecked = executes() && !Boolean.FALSE.equals(result.fields().get("checked"));
        fields.put("correct", isChecked ? result.correct() : null);
        fields.put(RUN_MS, milliseconds);
        return result;
    }

    private List<Section> report(Schedule schedule, long time, Optional<GanttFile> gantt) throws IOException {
        ScheduleReport report = new ScheduleReport(schedule);
        add(report.fields());
        if (schedule.tasks() == 0) {
            fields.put("makespan_ms", time / NANOS_PER_MILLISECOND); // No kernel ran, and yet time may have passed.
        }
        if (runtime.simulation().isPresent()) {
            double seconds = (double) fields.get(RUN_MS) / MILLISECONDS_PER_SECOND;
            fields.put("simulated_tasks_per_second", schedule.tasks() / seconds);
        }
        if (gantt.isPresent()) {
            gantt.get().write(new GanttChart(title(), schedule).draw());
            fields.put("gantt", gantt.get().file().toString());
        }
        return report.sections();
    }

    private String title() {
        String machine = options.machine()
                .simulation()
                .map(described -> " on " + described.name())
                .orElse("");
        Object before = fields.get("policy");
        Object after = fields.get("policy_at_end");
        String policies =
                Objects.equals(before, after) ? ", policy " + before : ", policies " + before + " and " + after;
        return installed.name() + machine + policies;
    }
}
