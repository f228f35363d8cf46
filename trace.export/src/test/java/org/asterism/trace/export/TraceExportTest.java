package org.asterism.trace.export;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.asterism.trace.Trace;
import org.asterism.trace.TraceEvent;
import org.asterism.trace.export.internal.output.Target;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The list of formats, and files that cannot be written. */
class TraceExportTest {
    @TempDir
    private Path folder;

    private List<String> files() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    private String failure(String format, Path target) {
        IOException failure = assertThrows(IOException.class, () -> TraceExport.write(Sample.trace(), format, target));
        assertEquals(1, failure.getMessage().lines().count());
        return failure.getMessage();
    }

    @Test
    void shouldListTheFormatsByName() {
        assertEquals(
                List.of(
                        "activity.data",
                        "csv",
                        "dag.dot",
                        "data.rec",
                        "distrib.data",
                        "folder",
                        "openmetrics",
                        "paje",
                        "perfetto",
                        "sched_tasks.rec",
                        "tasks.rec",
                        "trace.html",
                        "trace.rec"),
                TraceExport.formats().stream().map(ExportFormat::name).toList());
    }

    @Test
    void shouldNameTheAllowedFormatsIfThereIsNoSuchFormat() {
        IllegalArgumentException unknown = assertThrows(
                IllegalArgumentException.class, () -> TraceExport.write(Sample.trace(), "pdf", folder.resolve("x")));
        assertEquals(
                "unknown export format pdf; allowed are activity.data, csv, dag.dot, data.rec, distrib.data, folder,"
                        + " openmetrics, paje, perfetto, sched_tasks.rec, tasks.rec, trace.html, trace.rec",
                unknown.getMessage());
    }

    @Test
    void shouldWriteTheSameBytesEachTime() throws IOException {
        for (ExportFormat format : TraceExport.formats()) {
            if (!format.name().equals("folder")) {
                assertArrayEquals(
                        Exports.bytes(Sample.trace(), format.name()),
                        Exports.bytes(Sample.trace(), format.name()),
                        format.name());
            }
        }
    }

    @Test
    void shouldWriteAllFilesOfAFolder() throws IOException {
        TraceExport.write(Sample.trace(), "folder", folder);
        assertEquals(
                List.of(
                        "activity.data",
                        "dag.dot",
                        "data.rec",
                        "distrib.data",
                        "paje.trace",
                        "sched_tasks.rec",
                        "tasks.rec",
                        "trace.html",
                        "trace.rec"),
                files());
    }

    @Test
    void shouldReplaceOlderExportsButNoRecording() throws IOException {
        Path recording = folder.resolve("tasks.rec");
        byte[] head = {(byte) 0x89, 'A', 'S', 'T', 'R', '\r', '\n', 0x1a, 1, 0, 0, 0, 0, 0, 0, 0, 7};
        Files.write(recording, head);
        for (String format : List.of("folder", "csv")) {
            Path target = format.equals("folder") ? folder : recording;
            IllegalArgumentException refused = assertThrows(
                    IllegalArgumentException.class, () -> TraceExport.write(Sample.trace(), format, target));
            assertEquals(
                    recording + " is a recording, which an export does not replace; name another file",
                    refused.getMessage());
        }
        assertArrayEquals(head, Files.readAllBytes(recording));
        assertEquals(List.of("tasks.rec"), files());
        Files.writeString(recording, "an older export");
        TraceExport.write(Sample.trace(), "folder", folder);
        assertEquals(9, files().size());
    }

    @Test
    void shouldLeaveOutThePageOfARecordingWithoutTrees() throws IOException {
        Files.writeString(folder.resolve("trace.html"), "of another recording");
        EventList sample = Sample.trace();
        Trace plain = new EventList(
                sample.workers(),
                sample.nodes(),
                sample.threads(),
                sample.handles(),
                sample.events().stream()
                        .filter(event -> !(event instanceof TraceEvent.TreeChanged))
                        .toList());
        TraceExport.write(plain, "folder", folder);
        assertEquals(8, files().size());
        Path page = folder.resolve("page.html");
        IOException failure = assertThrows(IOException.class, () -> TraceExport.write(plain, "trace.html", page));
        assertEquals(
                "the recording has no tree of scheduling components, which trace.html shows; record a run with a"
                        + " modular policy, such as modular-heft",
                failure.getMessage());
        assertTrue(Files.notExists(page));
    }

    @Test
    void shouldNameTheFileAndTheMissingFolder() {
        Path file = folder.resolve("missing").resolve("trace.csv");
        assertEquals(
                "cannot write " + file + ": the folder " + folder.resolve("missing")
                        + " does not exist; choose another file",
                failure("csv", file));
    }

    @Test
    void shouldNameAFileThatIsAFolder() throws IOException {
        Path file = Files.createDirectory(folder.resolve("taken"));
        assertTrue(failure("csv", file).startsWith("cannot write " + file + ": "), () -> failure("csv", file));
        Path plain = Files.createFile(folder.resolve("plain"));
        assertEquals(
                "cannot write " + plain + ": it exists and is no folder; choose another file",
                failure("folder", plain));
    }

    @Test
    void shouldSayThatTheDiskIsFull() {
        Path full = Path.of("/dev/full");
        assumeTrue(Files.exists(full), "there is no /dev/full");
        Set<String> messages = TraceExport.formats().stream()
                .map(ExportFormat::name)
                .filter(format -> !format.equals("folder"))
                .map(format -> failure(format, full))
                .collect(Collectors.toCollection(TreeSet::new));
        assertEquals(Set.of("cannot write /dev/full: No space left on device; choose another file"), messages);
    }

    @Test
    void shouldNotNameTheTemporaryFileIfTheDiskIsFull() {
        Path file = folder.resolve("tasks.csv");
        IOException named =
                Target.unwritable(file, new FileSystemException(file + ".123.part", null, "No space left on device"));
        assertEquals("cannot write " + file + ": No space left on device; choose another file", named.getMessage());
        assertNull(named.getCause(), "its message would be shown as well");
    }

    @Test
    void shouldKeepAnOlderFileIfTheRecordingCannotBeRead() throws IOException {
        Path file = Files.writeString(folder.resolve("tasks.csv"), "older");
        IOException failure = assertThrows(IOException.class, () -> TraceExport.write(new Damaged(), "csv", file));
        assertEquals("damaged", failure.getMessage());
        assertEquals("older", Files.readString(file));
        assertEquals(List.of("tasks.csv"), files());
    }

    @Test
    void shouldLeaveAFileAloneThatIsNamedLikeAnUnfinishedOne() throws IOException {
        Path mine = Files.writeString(folder.resolve("tasks.csv.part"), "mine");
        TraceExport.write(Sample.trace(), "csv", folder.resolve("tasks.csv"));
        assertEquals("mine", Files.readString(mine));
        assertEquals(List.of("tasks.csv", "tasks.csv.part"), files());
    }
}
