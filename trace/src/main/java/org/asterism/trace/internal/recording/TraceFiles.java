package org.asterism.trace.internal.recording;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
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

    /**
     * Writes a whole file. If it exists, it stays as it was until the new content is complete.
     *
     * @throws IOException if the file cannot be written, or the content cannot be read; nothing of the new content
     *     stays
     */
    static void write(Path file, TraceHeader header, Content content) throws IOException {
        requireWritable(file);
        Path whole = Files.exists(file) ? file.toRealPath() : file; // a link goes on leading to its file
        boolean replaced = Files.isWritable(whole.toAbsolutePath().getParent());
        try {
            Path written = replaced ? OutputFile.beside(whole) : whole;
            try {
                writeNow(written, header, content);
                if (replaced) {
                    Files.move(written, whole, StandardCopyOption.REPLACE_EXISTING);
                }
            } catch (IOException | RuntimeException | Error failed) {
                Files.deleteIfExists(written);
                throw failed;
            }
        } catch (Source.Unreadable source) {
            throw source;
        } catch (IOException failed) {
            throw named(file, failed);
        }
    }

    private static void writeNow(Path file, TraceHeader header, Content content) throws IOException {
        try (FileChannel opened = channel(file);
                TraceOutput output = new TraceOutput(opened, header)) {
            content.write(output);
        }
    }

    private static void requireWritable(Path file) throws IOException {
        Optional<String> objection = OutputFile.objection(file);
        if (objection.isPresent()) {
            throw new IOException(file + " " + objection.get());
        }
    }

    private static FileChannel channel(Path file) throws IOException {
        return FileChannel.open(
                file, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING);
    }

    /** Opens an empty file for writing. */
    static FileChannel open(Path file) throws IOException {
        requireWritable(file);
        return channel(file);
    }

    /** The failure with the name of the file in its message. */
    static IOException named(Path file, IOException failed) {
        String begin = file + " cannot be written: ";
        if (String.valueOf(failed.getMessage()).startsWith(begin)) {
            return failed;
        }
        IOException named =
                new IOException(begin + OutputFile.reason(file, failed) + "; free space or name another file");
        named.addSuppressed(failed); // as a cause, its message would be shown, with the name of the temporary file
        return named;
    }
}
