package org.asterism.trace.export.internal.perfetto;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.asterism.trace.export.Exports;
import org.asterism.trace.export.RecordedRun;
import org.asterism.trace.export.Sample;
import org.asterism.trace.export.internal.perfetto.PerfettoFile.Event;
import org.asterism.trace.export.internal.perfetto.PerfettoFile.Slice;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Traces for Perfetto, read with the protobuf library. */
class PerfettoExportTest {
    private PerfettoFile file;

    @BeforeEach
    void export() throws Exception {
        file = new PerfettoFile(Exports.bytes(Sample.trace(), "perfetto"));
    }

    private List<String> slices(String track) {
        return file.slices(track).stream()
                .map(slice -> slice.name() + " " + slice.begin() / 1e6 + "-" + slice.end() / 1e6)
                .toList();
    }

    @Test
    void shouldDescribeATrackPerWorkerLinkContextAndCounter() {
        assertTrue(
                file.tracks()
                        .containsAll(List.of(
                                "process Asterism",
                                "cpu0",
                                "cpu1",
                                "cuda0",
                                "cuda0 state",
                                "ram → cuda0 memory",
                                "ram → cuda0 memory bandwidth (MB/s)",
                                "cuda0 memory used",
                                "context main",
                                "submitted tasks",
                                "ready tasks",
                                "thread main")),
                file.tracks()::toString);
    }

    @Test
    void shouldShowTasksAsSlicesFromTheBeginToTheEndOfTheirKernels() {
        assertEquals(List.of("potrf 1.0-4.0", "gemm \"big\" 5.0-9.0"), slices("cpu0"));
        assertEquals(List.of("gemm \"big\" 5.0-9.0"), slices("cpu1"));
        assertEquals(List.of("trsm 7.0-12.0"), slices("cuda0"));
    }

    @Test
    void shouldAnnotateATaskWithItsPredictedAndActualTimes() {
        Slice trsm = file.slices("cuda0").getFirst();
        assertEquals(
                "{actual duration (ms)=5.0, bytes=8000000, context=main, data=RW A[0,0], flops=1.2E7, iteration=7,"
                        + " policy=eager, predicted duration (ms)=4.5, predicted transfer (ms)=1.0,"
                        + " predicted worker=cuda0, priority=3, ready to start (ms)=2.79, state=DONE, task=2}",
                trsm.event().annotations().toString());
    }

    @Test
    void shouldShowTheIterationsOfAThread() {
        assertEquals(
                List.of("subiteration 70 0.225-0.232", "iteration 7 0.215-0.235", "iteration 8 13.5-14.0"),
                slices("thread main"));
    }

    @Test
    void shouldConnectDependentTasksByAFlowEach() {
        Event potrf = file.slices("cpu0").getFirst().event();
        assertEquals(2, potrf.flows().size());
        assertEquals(List.of(), potrf.lastFlows());
        Event trsm = file.slices("cuda0").getFirst().event();
        Event gemm = file.slices("cpu0").getLast().event();
        assertEquals(
                potrf.flows(),
                List.of(trsm.lastFlows().getFirst(), gemm.lastFlows().getFirst()));
        assertEquals(List.of(), trsm.flows());
    }

    @Test
    void shouldShowWhatWorkersDoBetweenTheirTasks() {
        assertEquals(
                List.of(
                        "sleeping 0.1-4.24",
                        "scheduling 4.24-4.25",
                        "overhead 4.25-4.9",
                        "waiting for data 4.9-6.1",
                        "overhead 6.1-7.0",
                        "overhead 12.0-12.2",
                        "scheduling 12.2-12.5",
                        "sleeping 12.5-14.0"),
                slices("cuda0 state"));
    }

    @Test
    void shouldShowCopiesAndTheBandwidthOfTheirLink() {
        assertEquals(List.of("A[0,0] 5.0-6.0"), slices("ram → cuda0 memory"));
        assertEquals(List.of("5.0=8000.0", "6.0=0.0"), file.counter("ram → cuda0 memory bandwidth (MB/s)"));
    }

    @Test
    void shouldCountTasksAndBytes() {
        List<String> submitted = file.counter("submitted tasks");
        assertTrue(submitted.contains("0.24=4"), submitted::toString);
        assertTrue(submitted.getLast().endsWith("=0"), submitted::toString);
        assertEquals(List.of("4.8=8000000", "12.3=0"), file.counter("cuda0 memory used"));
        assertTrue(file.counter("ready tasks").contains("4.21=2"));
    }

    @Test
    void shouldShowThePolicyOfAContext() {
        assertEquals(List.of("eager 0.0-13.0", "dmda 13.0-14.0"), slices("context main"));
    }

    @Test
    void shouldShowLostEventsAndEvictions() {
        List<String> instants = file.events().stream()
                .filter(event -> event.type().equals("TYPE_INSTANT"))
                .map(Event::name)
                .toList();
        assertTrue(instants.containsAll(List.of("3 events lost", "evicted from cuda0 memory")), instants::toString);
    }

    @Test
    void shouldCloseEachSliceAndFlowOfARecordedRun(@TempDir Path folder) throws Exception {
        file = new PerfettoFile(Exports.bytes(RecordedRun.record(folder.resolve("recording")), "perfetto"));
        long tasks = 0;
        for (String track : Set.copyOf(file.tracks())) {
            tasks += file.slices(track).stream()
                    .filter(slice -> slice.name().equals("work"))
                    .count();
        }
        assertEquals(RecordedRun.TASKS, tasks);
        List<Long> begun = file.events().stream()
                .flatMap(event -> event.flows().stream())
                .sorted()
                .toList();
        List<Long> ended = file.events().stream()
                .flatMap(event -> event.lastFlows().stream())
                .sorted()
                .toList();
        assertEquals(RecordedRun.TASKS - 1, begun.size());
        assertEquals(begun, ended);
    }
}
