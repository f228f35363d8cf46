package org.asterism.trace.export;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import org.asterism.trace.Trace;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Exports of the recording of a real run. */
@Timeout(60)
class RecordedRunTest {
    private static final int TASKS = RecordedRun.TASKS;

    @TempDir
    private Path folder;

    private Trace trace;

    @BeforeEach
    void record() throws Exception {
        trace = RecordedRun.record(folder.resolve("recording"));
    }

    private static long count(List<String> lines, String part) {
        return lines.stream().filter(line -> line.contains(part)).count();
    }

    @Test
    void shouldExportEachTaskAndEachDependencyOnce() throws Exception {
        List<String> graph = Exports.lines(trace, "dag.dot");
        assertEquals(TASKS, count(graph, "label=\"work\""));
        assertEquals(TASKS - 1, count(graph, "->"));
        assertEquals(TASKS, count(Exports.lines(trace, "csv"), ",work,DONE,"));
        List<String> tasks = Exports.lines(trace, "tasks.rec");
        assertEquals(TASKS, count(tasks, "StartTime: "));
        assertEquals(TASKS, count(tasks, "Sizes: 64"));
        assertEquals(TASKS - 1, count(tasks, "DependsOn: "));
        List<String> scheduling = Exports.lines(trace, "sched_tasks.rec");
        assertEquals(TASKS, count(scheduling, "Type: push"));
        assertEquals(TASKS, count(scheduling, "Type: pop"));
    }

    @Test
    void shouldAddUpAllTasks() throws Exception {
        List<String> metrics = Exports.lines(trace, "openmetrics");
        long tasks = metrics.stream()
                .filter(line -> line.startsWith("asterism_tasks_total{codelet=\"work\""))
                .mapToLong(line -> Long.parseLong(line.substring(line.lastIndexOf(' ') + 1)))
                .sum();
        assertEquals(TASKS, tasks);
        List<String> activity = Exports.lines(trace, "activity.data");
        List<String> submitted = activity.stream()
                .filter(line -> line.startsWith("cnt_submitted"))
                .toList();
        assertTrue(submitted.getLast().endsWith("\t0"), submitted::toString);
    }
}
