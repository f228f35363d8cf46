package org.asterism.shell.gogo.internal.trace;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.asterism.report.text.Answer;
import org.asterism.spi.application.UsageException;
import org.asterism.trace.Recording;
import org.asterism.trace.Trace;
import org.asterism.trace.report.TraceReport;

/** Writes pages that explain recordings. */
public final class TraceReports {
    private TraceReports() {}

    /**
     * Explains a recording.
     *
     * @param file the recording, as the user has named it
     * @param against a recording to compare it with
     * @param target the page, which is replaced if it exists
     * @return the sentences of the page
     * @throws UsageException if there is no such recording, the target cannot be written, or it is a recording
     * @throws IOException if one cannot be read, or the page cannot be written
     */
    public static Answer write(Path file, Optional<Path> against, Path target) throws IOException {
        return write(file.getFileName().toString(), file, against, target);
    }

    /** Explains a recording that may still run: as it is now. */
    static Answer write(String name, Recording recording, Optional<Path> against, Path target) throws IOException {
        return TraceFiles.asFile(recording, file -> write(name, file, against, target));
    }

    private static Answer write(String name, Path file, Optional<Path> against, Path target) throws IOException {
        Trace trace = TraceFiles.open(file);
        TraceReport report = new TraceReport(name, trace);
        if (against.isPresent()) {
            Trace other = TraceFiles.open(against.get());
            report.against(against.get().getFileName().toString(), other);
        }
        List<String> sentences;
        try {
            sentences = report.write(target);
        } catch (IllegalArgumentException refused) {
            throw new UsageException(refused.getMessage());
        }
        return new Explained(target, sentences, trace.cutOff().map(cut -> cut.reason()));
    }
}
