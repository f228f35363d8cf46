package org.asterism.shell.gogo.internal.entry;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import org.asterism.report.fixture.Fakes.FakeRuntime;
import org.asterism.run.Failure;
import org.asterism.trace.Recording;
import org.asterism.trace.TraceSettings;
import org.asterism.trace.export.ExportFormat;
import org.asterism.trace.export.TraceExport;
import org.asterism.trace.internal.service.TraceService;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code asterism trace FILE} answers. */
class TraceEntryTest {
    @TempDir
    Path folder;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final Streams streams = new Streams();
    private final TraceEntry entry = new TraceEntry(streams);
    private Path trace;

    @BeforeEach
    void record() throws IOException {
        streams.registeredOut = new PrintStream(out, true, StandardCharsets.UTF_8);
        streams.registeredErr = new PrintStream(err, true, StandardCharsets.UTF_8);
        trace = folder.resolve("run.trace");
        FakeRuntime runtime = new FakeRuntime("eager");
        try (Recording _ = new TraceService().start(runtime, TraceSettings.toFile(trace))) {
            runtime.observers.forEach(
                    observer -> observer.policyChanged(runtime, Optional.of("eager"), Optional.empty()));
        }
    }

    private String refusal(String... words) {
        err.reset();
        assertEquals(Failure.BAD_USAGE, entry.applyAsInt(words), () -> Arrays.toString(words));
        String line = err.toString(StandardCharsets.UTF_8).strip();
        assertEquals(1, line.lines().count(), line);
        assertTrue(line.startsWith("asterism: "), line);
        return line;
    }

    @Test
    void shouldDescribeARecording() {
        assertEquals(0, entry.applyAsInt(new String[] {trace.toString(), "info"}));
        String text = out.toString(StandardCharsets.UTF_8);
        assertTrue(text.contains("workers") && text.contains("cpu-0"), text);
        assertTrue(text.contains("policy_changed      1"), text);
        out.reset();
        entry.applyAsInt(new String[] {trace.toString(), "info", "--json"});
        String json = out.toString(StandardCharsets.UTF_8);
        assertTrue(json.contains("\"lost\":0") && json.contains("\"policy_changed\":1"), json);
        assertTrue(json.contains("\"cut_off\":null"), json);
    }

    @Test
    void shouldSayWhereATruncatedRecordingBreaksOff() throws IOException {
        byte[] bytes = Files.readAllBytes(trace);
        Path cut = Files.write(folder.resolve("cut.trace"), Arrays.copyOf(bytes, bytes.length - 5));
        assertEquals(0, entry.applyAsInt(new String[] {cut.toString(), "info"}));
        String text = out.toString(StandardCharsets.UTF_8);
        assertTrue(text.matches("(?s).*cut_off +\\S.*readable up to byte \\d+.*"), text);
    }

    @Test
    void shouldExportARecording() throws IOException {
        Path target = folder.resolve("run.paje");
        assertEquals(
                0,
                entry.applyAsInt(new String[] {trace.toString(), "export", "perfetto", "--output", target.toString()}));
        assertTrue(Files.size(target) > 0);
        assertTrue(out.toString(StandardCharsets.UTF_8).contains(target + " has 1 records as perfetto"));
    }

    @Test
    void shouldListTheFormatsInTheHelp() {
        assertEquals(0, entry.applyAsInt(new String[] {"--help"}));
        String help = out.toString(StandardCharsets.UTF_8);
        for (ExportFormat format : TraceExport.formats()) {
            assertTrue(help.contains("  " + format.name() + " "), help);
        }
    }

    @Test
    void shouldFailIfWritingFails() {
        Path full = Path.of("/dev/full");
        assumeTrue(Files.exists(full), "there is no /dev/full");
        assertEquals(
                Failure.FAILED,
                entry.applyAsInt(new String[] {trace.toString(), "export", "csv", "--output", full.toString()}));
    }

    @Test
    void shouldWriteAReport() throws IOException {
        Path target = folder.resolve("run.html");
        assertEquals(0, entry.applyAsInt(new String[] {trace.toString(), "report", "--output", target.toString()}));
        assertTrue(Files.readString(target).contains("run.trace has no kernel: there is nothing to explain."));
        assertTrue(
                out.toString(StandardCharsets.UTF_8).endsWith("The report is in " + target + System.lineSeparator()));
        out.reset();
        Path both = folder.resolve("both.html");
        assertEquals(0, entry.applyAsInt(new String[] {
            trace.toString(), "report", "--against", trace.toString(), "--output", both.toString(), "--json"
        }));
        assertTrue(Files.exists(both));
        assertTrue(out.toString(StandardCharsets.UTF_8).contains("\"sentences\":[]"));
    }

    @Test
    void shouldRefuseMistakesInOneLineEach() throws IOException {
        String file = trace.toString();
        assertTrue(refusal().contains("write asterism trace FILE info"));
        assertTrue(refusal(file, "show").contains("'show' is nothing that it does"));
        assertTrue(refusal(file, "info", "now").contains("'now' is one word too many"));
        assertTrue(refusal(file, "export", "perfetto").contains("say where to write"));
        assertTrue(refusal(file, "export", "pdf", "--output", "x")
                .contains("there is no format 'pdf'; allowed are activity.data, csv, "));
        assertTrue(refusal(folder.resolve("none").toString(), "info").contains("there is no file "));
        assertTrue(refusal(folder.toString(), "info").contains("is a folder; name a file"));
        Path foreign = Files.writeString(folder.resolve("foreign"), "hello, this is no recording at all");
        assertTrue(refusal(foreign.toString(), "info").contains(foreign.toString()));
        Path empty = Files.writeString(folder.resolve("empty"), "");
        assertTrue(refusal(empty.toString(), "info").contains(empty.toString()));
        byte[] before = Files.readAllBytes(trace);
        assertTrue(refusal(file, "export", "csv", "--output", file)
                .contains("is a recording, which an export does not replace"));
        assertArrayEquals(before, Files.readAllBytes(trace));
        Path inside = Files.createDirectory(folder.resolve("inside"));
        Path source = Files.copy(trace, inside.resolve("paje.trace"));
        assertTrue(refusal(source.toString(), "export", "folder", "--output", inside.toString())
                .contains(source + " is a recording"));
        assertArrayEquals(before, Files.readAllBytes(source));
        assertTrue(refusal(file, "export", "--output", "x").contains("formats are activity.data, csv, "));
        String below = trace.resolve("below").toString();
        assertTrue(refusal(file, "export", "folder", "--output", below).contains(file + " is no folder; name another"));
        assertTrue(refusal(file, "report").contains("say where to write"));
        assertTrue(refusal(file, "report", "--output").contains("option '--output' needs the name of a file"));
        assertTrue(
                refusal(file, "report", "--output", file).contains("is a recording, which a report does not replace"));
        assertTrue(refusal(file, "report", "more", "--output", "x").contains("'more' is one word too many"));
        assertTrue(refusal(file, "report", "--against", "none", "--output", "x").contains("there is no file "));
        assertTrue(refusal(foreign.toString(), "report", "--output", "x").contains(foreign.toString()));
        assertTrue(refusal(empty.toString(), "report", "--output", "x").contains(empty.toString()));
        assertTrue(refusal(file, "report", "--output", folder.resolve("none/x").toString())
                .contains("there is no folder " + folder.resolve("none")));
        String nowhere = folder.resolve("none/x").toString();
        assertTrue(refusal(file, "export", "perfetto", "--output", nowhere).contains(nowhere));
    }
}
