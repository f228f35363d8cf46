package org.asterism.trace.report;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.asterism.trace.Trace;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The page as a file. */
@Timeout(60)
class TraceReportTest {
    private static final int TASKS = 300_000;

    @TempDir
    private Path folder;

    private String page(Path trace) throws IOException {
        Path page = folder.resolve("page.html");
        new TraceReport("run.trace", Trace.open(trace)).write(page);
        return Files.readString(page);
    }

    private Recorded cholesky() throws Exception {
        return Recorded.run(folder.resolve("run.trace"), "eager", runtime -> Recorded.cholesky(runtime, 5));
    }

    private static long value(String page, String name) {
        Matcher matcher = Pattern.compile("<dt>" + name + "</dt><dd><data value=\"(\\d+)\">")
                .matcher(page);
        assertTrue(matcher.find(), name);
        return Long.parseLong(matcher.group(1));
    }

    @Test
    void shouldShowTheFiguresOfTheRun() throws Exception {
        Recorded recorded = cholesky();
        String page = page(recorded.file());
        assertEquals(recorded.watched().nanos(), value(page, "makespan"));
        assertEquals(recorded.watched().finished(), value(page, "finished tasks"));
        assertEquals(
                recorded.watched().links().stream()
                        .mapToLong(link -> link.bytes())
                        .sum(),
                value(page, "moved data"));
        for (String picture : List.of("gantt", "idle", "curves", "path", "bounds", "transfers", "memory", "codelets")) {
            int begin = page.indexOf("<section id=\"" + picture + "\"");
            String section = page.substring(begin, page.indexOf("</section>", begin));
            assertTrue(section.contains("<table>"), picture + " has no table");
            assertTrue(section.contains("<figcaption>Source: "), picture + " names no source");
        }
    }

    @Test
    void shouldLoadNothing() throws Exception {
        String page = page(cholesky().file());
        assertTrue(page.contains("Content-Security-Policy\" content=\"default-src 'none'"));
        assertFalse(Pattern.compile("(src|href)=\"(?!#)").matcher(page).find());
        assertFalse(Pattern.compile("\\b(fetch|XMLHttpRequest|import)\\(")
                .matcher(page)
                .find());
    }

    @Test
    void shouldShowTwoRecordingsSideBySide() throws Exception {
        Recorded eager = cholesky();
        Recorded dmdas = Recorded.run(folder.resolve("other.trace"), "dmdas", runtime -> Recorded.cholesky(runtime, 5));
        Path page = folder.resolve("both.html");
        new TraceReport("fast", dmdas.trace()).against("slow", eager.trace()).write(page);
        String text = Files.readString(page);
        assertTrue(text.contains("slow against fast"));
        assertTrue(text.contains("What makes the difference?"));
        assertTrue(text.contains("id=\"gantt-0\"") && text.contains("id=\"gantt-1\""));
    }

    @Test
    void shouldSayWhereARecordingBreaksOff() throws Exception {
        Path whole = cholesky().file();
        byte[] bytes = Files.readAllBytes(whole);
        Path cut = Files.write(folder.resolve("cut.trace"), Arrays.copyOf(bytes, bytes.length - 100));
        String page = page(cut);
        assertTrue(page.contains("run.trace breaks off: "), "no notice");
    }

    @Test
    void shouldExplainThatARecordingHasNoKernel() throws Exception {
        Recorded recorded = Recorded.run(folder.resolve("empty.trace"), "eager", runtime -> {});
        String page = page(recorded.file());
        assertTrue(page.contains("has no kernel: there is nothing to explain."));
    }

    @Test
    void shouldNotTakeNamesForMarkup() throws Exception {
        String name = "</script><b>\"x\"</b>";
        Recorded recorded = Recorded.run(
                folder.resolve("odd.trace"),
                "eager",
                runtime -> runtime.task(Recorded.codelet(name)).submit());
        String page = page(recorded.file());
        assertFalse(page.contains("</script><b>"));
        assertTrue(page.contains("&lt;/script&gt;&lt;b&gt;"));
    }

    @Test
    void shouldReplaceNoRecording() throws Exception {
        Recorded recorded = cholesky();
        byte[] before = Files.readAllBytes(recorded.file());
        String message = assertThrows(
                        IllegalArgumentException.class,
                        () -> new TraceReport("x", recorded.trace()).write(recorded.file()))
                .getMessage();
        assertTrue(message.contains("is a recording, which a report does not replace"), message);
        assertArrayEquals(before, Files.readAllBytes(recorded.file()));
    }

    @Test
    void shouldRefuseAFileThatCannotBeMade() throws Exception {
        Path page = folder.resolve("none").resolve("page.html");
        Trace trace = cholesky().trace();
        String message = assertThrows(IllegalArgumentException.class, () -> new TraceReport("x", trace).write(page))
                .getMessage();
        assertTrue(message.startsWith(page + " cannot be made, as there is no folder "), message);
        assertEquals(1, message.lines().count());
    }

    @Test
    void shouldExplainMoreThanTheMemoryHolds() throws Exception {
        Path page = folder.resolve("long.html");
        Path printed = folder.resolve("printed");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx40m",
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        SyntheticTrace.class.getName(),
                        Integer.toString(TASKS),
                        "4",
                        page.toString())
                .redirectErrorStream(true)
                .redirectOutput(printed.toFile())
                .start();
        assertEquals(0, process.waitFor(), () -> "see " + printed);
        assertTrue(
                Files.size(page) < 3_000_000,
                () -> "the page is large: " + page.toFile().length());
    }
}
