package org.asterism.trace.export;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.asterism.trace.Trace;
import org.asterism.trace.export.internal.Exporter;
import org.asterism.trace.export.internal.NothingToExportException;
import org.asterism.trace.export.internal.activity.ActivityExport;
import org.asterism.trace.export.internal.activity.DistributionExport;
import org.asterism.trace.export.internal.csv.CsvExport;
import org.asterism.trace.export.internal.dag.DagExport;
import org.asterism.trace.export.internal.openmetrics.OpenMetricsExport;
import org.asterism.trace.export.internal.output.Target;
import org.asterism.trace.export.internal.paje.PajeExport;
import org.asterism.trace.export.internal.perfetto.PerfettoExport;
import org.asterism.trace.export.internal.records.DataExport;
import org.asterism.trace.export.internal.records.EventsExport;
import org.asterism.trace.export.internal.records.SchedulingExport;
import org.asterism.trace.export.internal.records.TasksExport;
import org.asterism.trace.export.internal.replay.ReplayExport;

/**
 * Writes recordings in the formats of other tools. A recording is read as a stream, so it may be larger than the
 * memory. The same recording always gives the same bytes. Any thread may export, and several at once.
 */
public final class TraceExport {
    /** The name of the format that fills a folder. */
    public static final String FOLDER = "folder";

    /** The files that StarPU's tools for traces read, under their names. */
    private static final List<Exporter> OF_FOLDER = List.of(
            new PajeExport(),
            new TasksExport(),
            new SchedulingExport(),
            new DagExport(),
            new ActivityExport(),
            new DistributionExport(),
            new DataExport(),
            new EventsExport(),
            new ReplayExport());

    private static final ExportFormat FOLDER_FORMAT = new ExportFormat(
            FOLDER,
            "trace-files",
            "a folder with "
                    + String.join(
                            ", ",
                            OF_FOLDER.stream()
                                    .map(exporter -> exporter.format().file())
                                    .toList()));

    private static final List<Exporter> EXPORTERS = Stream.concat(
                    OF_FOLDER.stream(), Stream.of(new PerfettoExport(), new OpenMetricsExport(), new CsvExport()))
            .toList();

    private TraceExport() {}

    /**
     * Returns the formats.
     *
     * @return sorted by name
     */
    public static List<ExportFormat> formats() {
        return Stream.concat(EXPORTERS.stream().map(Exporter::format), Stream.of(FOLDER_FORMAT))
                .sorted(Comparator.comparing(ExportFormat::name))
                .toList();
    }

    /**
     * Writes a recording.
     *
     * @param trace the recording
     * @param format the {@link ExportFormat#name() name} of a format
     * @param target the file, which is replaced if it exists; for {@code folder} the folder, which is made if it does
     *     not exist. If the export fails, an older file stays as it was
     * @throws IllegalArgumentException if there is no such format, or a file to be replaced is a recording; the message
     *     lists the formats or names the file
     * @throws IOException if the recording cannot be read, or the file cannot be written, for instance because the disk
     *     is full; the message names the file and the reason in one line
     */
    public static void write(Trace trace, String format, Path target) throws IOException {
        if (format.equals(FOLDER_FORMAT.name())) {
            writeFolder(trace, target);
            return;
        }
        for (Exporter exporter : EXPORTERS) {
            if (exporter.format().name().equals(format)) {
                requireNoRecording(target);
                new Target(target).write(exporter, trace);
                return;
            }
        }
        throw new IllegalArgumentException("unknown export format " + format + "; allowed are "
                + String.join(", ", formats().stream().map(ExportFormat::name).toList()));
    }

    /** A recording cannot be made again, unlike its exports. */
    private static void requireNoRecording(Path target) {
        if (Trace.isRecording(target)) {
            throw new IllegalArgumentException(
                    target + " is a recording, which an export does not replace; name another file");
        }
    }

    private static void writeFolder(Trace trace, Path folder) throws IOException {
        try {
            Files.createDirectories(folder);
        } catch (IOException failure) {
            throw Target.unwritable(folder, failure);
        }
        for (Exporter exporter : OF_FOLDER) {
            requireNoRecording(folder.resolve(exporter.format().file()));
        }
        for (Exporter exporter : OF_FOLDER) {
            Path file = folder.resolve(exporter.format().file());
            try {
                new Target(file).write(exporter, trace);
            } catch (NothingToExportException missing) {
                Files.deleteIfExists(file); // it would be that of another recording
            }
        }
    }
}
