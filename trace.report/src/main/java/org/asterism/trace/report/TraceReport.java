package org.asterism.trace.report;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.asterism.spi.file.OutputFile;
import org.asterism.trace.Trace;
import org.asterism.trace.report.internal.analysis.Analysis;
import org.asterism.trace.report.internal.analysis.Analyst;
import org.asterism.trace.report.internal.analysis.CodeletNumbers;
import org.asterism.trace.report.internal.page.Page;
import org.asterism.trace.report.internal.verdict.Verdict;

/**
 * Writes one HTML file that explains a recording, or the difference between two. The file loads nothing from elsewhere.
 * A recording is read twice, as a stream, so it may be larger than the memory. Any thread may write reports, and
 * several at once.
 */
public final class TraceReport {
    private final Map<String, Trace> traces = new LinkedHashMap<>();

    /**
     * Begins the report of a recording.
     *
     * @param name how the page calls it, such as the name of its file
     * @param trace the recording
     */
    public TraceReport(String name, Trace trace) {
        traces.put(name, trace);
    }

    /**
     * Compares the recording with another one: the page shows both side by side.
     *
     * @param name how the page calls the other one
     * @param other the other recording, with which the first one is compared
     * @return this report
     */
    public TraceReport against(String name, Trace other) {
        String different = traces.containsKey(name) ? name + " (2)" : name;
        Map<String, Trace> both = new LinkedHashMap<>();
        both.put(different, other);
        both.putAll(traces);
        traces.clear();
        traces.putAll(both);
        return this;
    }

    /**
     * Writes the page.
     *
     * @param file is replaced if it exists, once the page is complete
     * @return the sentences that explain the last recording; empty if it has no kernel
     * @throws IllegalArgumentException if the file cannot be written, or is a recording; the message names the file
     * @throws IOException if reading or writing fails
     */
    public List<String> write(Path file) throws IOException {
        OutputFile.objection(file).ifPresent(objection -> {
            throw new IllegalArgumentException(file + " " + objection);
        });
        if (Trace.isRecording(file)) {
            throw new IllegalArgumentException(
                    file + " is a recording, which a report does not replace; name another file");
        }
        List<String> notices = new ArrayList<>();
        CodeletNumbers codelets = new CodeletNumbers();
        List<Analysis> analyses = new ArrayList<>();
        for (Map.Entry<String, Trace> each : traces.entrySet()) {
            Notices.add(each.getKey(), each.getValue(), notices);
            Analyst.analyse(each.getKey(), each.getValue(), codelets)
                    .ifPresentOrElse(
                            analyses::add,
                            () -> notices.add(each.getKey() + " has no kernel: there is nothing to explain."));
        }
        analyses.forEach(analysis -> Notices.add(analysis, notices));
        replace(file, new Page(analyses, codelets.names(), notices));
        return analyses.isEmpty() ? List.of() : new Verdict(analyses.getLast()).sentences();
    }

    private static void replace(Path file, Page page) throws IOException {
        Path written = OutputFile.beside(file);
        try {
            try (Writer writer =
                    new BufferedWriter(Files.newBufferedWriter(written, StandardCharsets.UTF_8), 1 << 16)) {
                page.write(writer);
            } catch (UncheckedIOException failure) {
                throw failure.getCause();
            }
            Files.move(written, file, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(written);
        }
    }
}
