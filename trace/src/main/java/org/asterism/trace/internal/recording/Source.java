package org.asterism.trace.internal.recording;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** Reads the file of a recording that is saved elsewhere, with messages that name this file. One thread at a time. */
final class Source implements Closeable {
    private final Path path;
    private final FileChannel file;

    /** Failure of the file that is read, so that nobody blames the file that is written. */
    static final class Unreadable extends IOException {
        private static final long serialVersionUID = 1L;

        private Unreadable(Path path, String reason, IOException cause) {
            super(
                    "the recording's file " + path + " cannot be read: " + reason
                            + "; keep other programs off the files of recordings",
                    cause);
        }
    }

    Source(Path path) throws Unreadable {
        this.path = path;
        try {
            file = FileChannel.open(path);
        } catch (NoSuchFileException missing) {
            throw new Unreadable(path, "it is not there any more", missing);
        } catch (IOException failed) {
            throw new Unreadable(path, failed.getMessage(), failed);
        }
    }

    /** Reads one byte or more, and no more than the length. */
    ByteBuffer read(long from, int length) throws Unreadable {
        ByteBuffer part = ByteBuffer.allocate(length);
        try {
            if (file.read(part, from) <= 0) {
                throw new Unreadable(path, "it has become shorter", null);
            }
        } catch (Unreadable shorter) {
            throw shorter;
        } catch (IOException failed) {
            throw new Unreadable(path, failed.getMessage(), failed);
        }
        return part.flip();
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
