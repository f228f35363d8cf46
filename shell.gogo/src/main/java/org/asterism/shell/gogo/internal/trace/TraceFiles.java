package org.asterism.shell.gogo.internal.trace;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.asterism.report.text.Said;
import org.asterism.spi.application.UsageException;
import org.asterism.spi.file.InputFile;
import org.asterism.spi.file.OutputFile;
import org.asterism.trace.CutOff;
import org.asterism.trace.Recording;
import org.asterism.trace.Trace;
import org.asterism.trace.TraceFormatException;
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
     * @throws UsageException if there is no such file, or it is no recording
     * @throws IOException if the file cannot be read
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
        try {
            return Trace.open(file);
        } catch (TraceFormatException foreign) {
            throw new UsageException(foreign.getMessage());
        }
    }

    /**
     * The names of all formats.
     *
     * @return sorted
     */
    public static List<String> formats() {
        return TraceExport.formats().stream().map(ExportFormat::name).toList();
    }

    /**
     * Refuses a format that does not exist.
     *
     * @param format as typed
     */
    public static void requireFormat(String format) {
        if (!formats().contains(format)) {
            throw new UsageException(
                    "there is no format '" + format + "'; allowed are " + String.join(", ", formats()));
        }
    }

    /**
     * Exports a recording.
     *
     * @param file the recording, as the user has named it
     * @param format one of the formats
     * @param target the file, or the folder, that is written
     * @return a sentence that names the target and what is missing
     * @throws UsageException if there is no such recording, the target cannot be written, or it is a recording
     * @throws IOException if reading or writing fails
     */
    public static Said export(Path file, String format, Path target) throws IOException {
        Trace trace = open(file);
        requireWritable(format, target);
        try {
            TraceExport.write(trace, format, target);
        } catch (IllegalArgumentException refused) {
            throw new UsageException(refused.getMessage());
        }
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

    /** Pipes and devices are fine; the format folder makes its folder. */
    private static void requireWritable(String format, Path target) {
        if (format.equals(TraceExport.FOLDER)) {
            requireFolder(target);
            return;
        }
        boolean isStream = Files.exists(target) && !Files.isRegularFile(target) && !Files.isDirectory(target);
        if (!isStream) {
            OutputFile.objection(target).ifPresent(objection -> {
                throw new UsageException(target + " " + objection);
            });
        }
    }

    private static void requireFolder(Path folder) {
        Path present = folder.toAbsolutePath().normalize();
        while (!Files.exists(present)) {
            present = present.getParent();
        }
        if (!Files.isDirectory(present) || !Files.isWritable(present)) {
            throw new UsageException(folder + " cannot be made or filled, as " + present
                    + (Files.isDirectory(present) ? " may not be written to" : " is no folder")
                    + "; name another folder");
        }
    }

    /** Exports a recording that may still run: as it is now. */
    static Said export(Recording recording, String format, Path target) throws IOException {
        return asFile(recording, file -> export(file, format, target));
    }

    /** Work with a file. */
    @FunctionalInterface
    interface Use<T> {
        T of(Path file) throws IOException;
    }

    /** Uses a recording that may still run as a file, which has it as it is now. */
    static <T> T asFile(Recording recording, Use<T> use) throws IOException {
        Path copy = Files.createTempFile("asterism-", ".trace");
        try {
            recording.save(copy);
            return use.of(copy);
        } finally {
            Files.deleteIfExists(copy);
        }
    }
}
