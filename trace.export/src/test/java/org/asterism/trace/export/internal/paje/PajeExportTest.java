package org.asterism.trace.export.internal.paje;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.asterism.trace.Trace;
import org.asterism.trace.TraceEvent;
import org.asterism.trace.export.EventList;
import org.asterism.trace.export.Exports;
import org.asterism.trace.export.RecordedRun;
import org.asterism.trace.export.Sample;
import org.asterism.trace.export.TraceExport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Schedules in the format Paje. {@code pj_dump} of Debian's package pajeng reads them, if it is installed. */
class PajeExportTest {
    private static final String READER = "pj_dump";

    @TempDir
    private Path folder;

    private static boolean isInstalled(String command) {
        return Stream.of(System.getenv("PATH").split(":")).anyMatch(path -> Files.isExecutable(Path.of(path, command)));
    }

    /** What pj_dump prints; fails if it refuses the trace. */
    private List<String> read(Trace trace) throws Exception {
        assumeTrue(isInstalled(READER), READER + " is missing (Debian: pajeng)");
        Path file = folder.resolve("paje.trace");
        Path printed = folder.resolve("printed");
        TraceExport.write(trace, "paje", file);
        Process process = new ProcessBuilder(READER, file.toString())
                .redirectErrorStream(true)
                .redirectOutput(printed.toFile())
                .start();
        int status = process.waitFor();
        List<String> lines = Files.readAllLines(printed);
        assertEquals(0, status, lines::toString);
        return lines;
    }

    private static List<String> states(List<String> dump, String worker) {
        return dump.stream()
                .filter(line -> line.startsWith("State, " + worker + ", Worker State"))
                .map(line -> line.split(", "))
                .map(fields -> fields[7] + " " + Double.parseDouble(fields[3]) + "-" + Double.parseDouble(fields[4]))
                .toList();
    }

    @Test
    void shouldBeReadByPjDump() throws Exception {
        List<String> dump = read(Sample.trace());
        assertEquals(
                List.of(
                        "Idle 0.0-0.1",
                        "Sleeping 0.1-4.24",
                        "Scheduling 4.24-4.25",
                        "Overhead 4.25-4.9",
                        "FetchingInput 4.9-6.1",
                        "Overhead 6.1-7.0",
                        "trsm 7.0-12.0",
                        "Overhead 12.0-12.2",
                        "Scheduling 12.2-12.5",
                        "Sleeping 12.5-14.0"),
                states(dump, "cuda0"));
        assertEquals("gemm 'big' 5.0-9.0", states(dump, "cpu1").get(3));
        assertTrue(states(dump, "cpu0").contains("Callback 4.4-4.6"));
        assertTrue(
                dump.containsAll(List.of(
                        "Link, program, Fetch, 5.000000, 6.000000, 1.000000, Fetch, ram manager,"
                                + " cuda0 memory manager, f0",
                        "Link, program, Dependency, 4.200000, 7.000000, 2.800000, Dependency, cpu0, cuda0, d1",
                        "Variable, cuda0 memory manager, Used (MB), 4.800000, 12.300000, 7.500000, 8.000000",
                        "Variable, cuda0, GFlop/s, 7.000000, 12.000000, 5.000000, 2.400000",
                        "Event, cuda0 memory manager, Eviction, 12.300000, A[0,0]",
                        "State, cpu0, Scheduling Context main, 0.000000, 14.000000, 14.000000, 0.000000, main")),
                dump::toString);
    }

    @Test
    void shouldBeReadByPjDumpForARecordedRun() throws Exception {
        List<String> dump = read(RecordedRun.record(folder.resolve("recording")));
        assertEquals(
                RecordedRun.TASKS,
                dump.stream()
                        .filter(line -> line.startsWith("State, ") && line.contains(", work"))
                        .count());
        assertEquals(
                RecordedRun.TASKS - 1,
                dump.stream()
                        .filter(line -> line.startsWith("Link, program, Dependency"))
                        .count());
    }

    @Test
    void shouldShowAllContextsOfAWorkerAtATime() throws Exception {
        EventList all = Sample.trace();
        List<TraceEvent> events = new ArrayList<>(all.events());
        events.add(new TraceEvent.Joined(Sample.at(2), Sample.MAIN, Sample.CPU_0, "side"));
        events.add(new TraceEvent.Left(Sample.at(3), Sample.MAIN, Sample.CPU_0, "side"));
        events.add(new TraceEvent.Left(Sample.at(3), Sample.MAIN, Sample.CPU_1, "side")); // joined before the recording
        events.add(new TraceEvent.Left(Sample.at(8), Sample.MAIN, Sample.CPU_0, "main"));
        events.sort(Comparator.comparingLong(TraceEvent::time));
        List<String> dump = read(new EventList(all.workers(), all.nodes(), all.threads(), all.handles(), events));
        assertTrue(
                dump.containsAll(List.of(
                        "State, cpu0, Scheduling Context main, 0.000000, 8.000000, 8.000000, 0.000000, main",
                        "State, cpu0, Scheduling Context side, 2.000000, 3.000000, 1.000000, 0.000000, side")),
                dump::toString);
    }

    @Test
    void shouldEndTheLinksOfTasksThatTheRecordingLeavesUnfinished() throws Exception {
        EventList all = Sample.trace();
        List<TraceEvent> first = all.events().stream()
                .filter(event -> event.time() < Sample.at(6.5))
                .toList();
        List<String> dump = read(new EventList(all.workers(), all.nodes(), all.threads(), all.handles(), first));
        assertTrue(dump.stream().anyMatch(line -> line.endsWith("Dependency, cpu0, cpu0, d1")), dump::toString);
    }

    @Test
    void shouldWriteLinesInTheOrderOfTheirTimes() throws IOException {
        List<String> lines = Exports.lines(Sample.trace(), "paje");
        double last = 0;
        int timed = 0;
        for (String line : lines) {
            PajeEvent kind = line.startsWith("%") ? null : PajeEvent.values()[Integer.parseInt(line.split(" ")[0])];
            if (kind != null && kind.fields().getFirst().equals("Time date")) {
                double time = Double.parseDouble(line.split(" ")[1]);
                assertTrue(time >= last, line);
                last = time;
                timed++;
            }
        }
        assertTrue(timed > 80, () -> String.join("\n", lines));
    }

    @Test
    void shouldDescribeATaskWithItsState() throws IOException {
        assertTrue(Exports.lines(Sample.trace(), "paje")
                .contains("9 7.000000 WS w2 c2 8000000 \"A[0,0]\" abc 0 2 1 3 0.012 0 0 7 -1 \"\""));
    }

    @Test
    void shouldGiveStatesTheirShortNamesAndColours() throws IOException {
        String text = new String(Exports.bytes(Sample.trace(), "paje"), StandardCharsets.UTF_8);
        for (String line : List.of(
                "5 I WS \"Idle\" \".9 .1 .0\"",
                "5 Fi WS \"FetchingInput\" \"1. .1 1.\"",
                "5 C WS \"Callback\" \".0 .3 .8\"",
                "5 B WS \"Overhead\" \".5 .18 .0\"",
                "5 Sc WS \"Scheduling\" \".7 .36 .0\"",
                "5 Sl WS \"Sleeping\" \".9 .1 .0\"")) {
            assertTrue(text.contains(line), line);
        }
    }
}
