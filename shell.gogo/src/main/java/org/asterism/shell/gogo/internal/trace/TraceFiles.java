package org.asterism.shell.gogo.internal.trace;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.asterism.report.text.NearestNames;
import org.asterism.report.text.Said;
import org.asterism.spi.application.UsageException;
import org.asterism.spi.file.InputFile;
import org.asterism.trace.CutOff;
import org.asterism.trace.Recording;
import org.asterism.trace.Trace;
import org.asterism.trace.export.ExportFormat;
import org.asterism.trace.export.TraceExport;

/** Opens files of recordings and exports them, with messages that name what is wrong in one line. */
public final class TraceFiles {
    private TraceFiles() {}

    /**
     * Opens a file.
     *
     * @param file as the user has named it
     * @return the recording
     * @throws UsageException if there is no such file
     * @throws IOException if the file is no recording or cannot be read
     */
    public static Trace open(Path file) throws IOException {
        InputFile.objection(file).ifPresent(objection -> {
            throw new UsageException(file + " " + objection);
        });
        if (!Files.exists(file)) {
            throw new UsageException(
                    "there is no file " + file + "; name a recording, as 'run --trace FILE' writes it");
        }
        if (!Files.isReadable(file)) {
            throw new UsageException(file + " may not be read; change its permissions, or name another file");
        }
        return Trace.open(file);
    }

    /** The names of all formats. */
    static List<String> formats() {
        return TraceExport.formats().stream().map(ExportFormat::name).toList();
    }

    /**
     * Refuses a format that does not exist.
     *
     * @param format as typed
     */
    public static void requireFormat(String format) {
        if (!formats().contains(format)) {
            throw new UsageException("there is no format '" + format + "'; "
                    + NearestNames.instead(format, formats(), "asterism:trace export --help"));
        }
    }

    /**
     * Exports a recording.
     *
     * @param file the recording, as the user has named it
     * @param format one of the formats
     * @param target the file, or the folder, that is written
     * @return a sentence that names the target and what is missing
     * @throws UsageException if there is no such recording, or the target is the recording itself
     * @throws IOException if it cannot be read, or the target cannot be written
     */
    public static Said export(Path file, String format, Path target) throws IOException {
        Trace trace = open(file);
        requireOther(file, target);
        TraceExport.write(trace, format, target);
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("format", format);
        fields.put("file", target.toString());
        fields.put("records", trace.records());
        fields.put("cut_off", trace.cutOff().map(CutOff::reason).orElse(null));
        return new Said(
                target + " has " + trace.records() + " records as " + format
                        + trace.cutOff()
                                .map(cut -> "; the recording breaks off: " + cut.reason())
                                .orElse(""),
                fields);
    }

    private static void requireOther(Path recording, Path target) throws IOException {
        if (Files.exists(target) && Files.exists(recording) && Files.isSameFile(recording, target)) {
            throw new UsageException(target + " is the recording itself; name another file");
        }
    }

    /** Exports a recording that may still run: as it is now. */
    static Said export(Recording recording, String format, Path target) throws IOException {
        if (recording.settings().file().isPresent()) {
            requireOther(recording.settings().file().get(), target);
        }
        Path copy = Files.createTempFile("asterism-", ".trace");
        try {
            recording.save(copy);
            return export(copy, format, target);
        } finally {
            Files.deleteIfExists(copy);
        }
    }
}
