package org.asterism.trace.internal.recording;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import org.asterism.spi.file.OutputFile;
import org.asterism.trace.TraceHeader;

/** Opens files that users name, with messages that name the file. */
final class TraceFiles {
    private TraceFiles() {}

    /** Writes the content of a recording. */
    interface Content {
        void write(TraceOutput output) throws IOException;
    }

    /** Writes a whole file, which is replaced if it exists, and removed if it cannot be completed. */
    static void write(Path file, TraceHeader header, Content content) throws IOException {
        FileChannel opened = open(file);
        try {
            try (TraceOutput output = new TraceOutput(opened, header)) {
                content.write(output);
            } finally {
                opened.close();
            }
        } catch (IOException failed) {
            Files.deleteIfExists(file);
            throw named(file, failed);
        }
    }

    /** Opens an empty file for writing. */
    static FileChannel open(Path file) throws IOException {
        Optional<String> objection = OutputFile.objection(file);
        if (objection.isPresent()) {
            throw new IOException(file + " " + objection.get());
        }
        return FileChannel.open(
                file, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING);
    }

    /** The failure with the name of the file in its message. */
    static IOException named(Path file, IOException failed) {
        String message = String.valueOf(failed.getMessage());
        return message.contains(file.toString())
                ? failed
                : new IOException(
                        file + " cannot be written: " + message + "; free space or name another file", failed);
    }
}
