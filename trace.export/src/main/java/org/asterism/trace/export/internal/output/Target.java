package org.asterism.trace.export.internal.output;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.asterism.spi.file.OutputFile;
import org.asterism.trace.Trace;
import org.asterism.trace.export.internal.Exporter;

/** File that an export replaces as a whole: until the export is complete, an older file of this name stays. */
public final class Target {
    private final Path file;

    /**
     * Makes a target.
     *
     * @param file the file; nothing is written yet
     */
    public Target(Path file) {
        this.file = file;
    }

    /**
     * Writes a recording into the file.
     *
     * @param exporter writes the format
     * @param trace the recording
     * @throws IOException if the recording cannot be read; or if the file cannot be written, with a message that names
     *     the file and the reason
     */
    public void write(Exporter exporter, Trace trace) throws IOException {
        // A pipe or a device cannot be replaced, only written.
        boolean replaced = !Files.exists(file) || Files.isRegularFile(file);
        try {
            if (replaced) {
                replace(exporter, trace);
            } else {
                write(exporter, trace, file);
            }
        } catch (FailedWrite failure) {
            throw unwritable(file, failure.getCause());
        }
    }

    private void replace(Exporter exporter, Trace trace) throws IOException {
        Path written = beside();
        try {
            write(exporter, trace, written);
            move(written);
        } finally {
            Files.deleteIfExists(written);
        }
    }

    /** A file with a name of its own, as several exports may run at once. */
    private Path beside() {
        try {
            return OutputFile.beside(file);
        } catch (IOException failure) {
            throw new FailedWrite(failure);
        }
    }

    private void move(Path written) {
        try {
            Files.move(written, file, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException failure) {
            throw new FailedWrite(failure);
        }
    }

    private static void write(Exporter exporter, Trace trace, Path written) throws IOException {
        try (Output output = open(written)) {
            exporter.write(trace, output);
        }
    }

    private static Output open(Path written) {
        try {
            return new Output(Files.newOutputStream(written));
        } catch (IOException failure) {
            throw new FailedWrite(failure);
        }
    }

    /**
     * Describes why a file cannot be written.
     *
     * @param file the file or folder
     * @param failure is what the system reported
     * @return an exception with a message of one line that names the file, the reason and the remedy
     */
    public static IOException unwritable(Path file, IOException failure) {
        IOException named = new IOException(
                "cannot write " + file + ": " + OutputFile.reason(file, failure) + "; choose another file");
        named.addSuppressed(failure); // as a cause, its message would be shown, with the name of the temporary file
        return named;
    }
}
