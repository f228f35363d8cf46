package org.asterism.trace.internal.recording;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.asterism.trace.Recording;

/** The recordings that run, with the files that they write. Any thread may use it. */
final class RunningRecordings {
    private final List<Entry> entries = new ArrayList<>();

    /** Entry of one recording, from before its file is opened until it is complete. */
    final class Entry {
        private final Optional<Path> file;
        private Recording recording;

        private Entry(Optional<Path> file) {
            this.file = file;
        }

        /** Notes that the recording has begun. */
        void begun(Recording begun) {
            synchronized (RunningRecordings.this) {
                recording = begun;
            }
        }

        /** Removes the entry. Does nothing the second time. */
        void ended() {
            synchronized (RunningRecordings.this) {
                entries.remove(this);
            }
        }

        /**
         * Checks a file that this recording is about to write.
         *
         * @throws IOException if another recording writes it
         */
        void requireFree(Path other) throws IOException {
            RunningRecordings.this.requireFree(other, this);
        }
    }

    /**
     * Adds a recording that is about to begin.
     *
     * @throws IOException if another recording writes the file
     */
    synchronized Entry add(Optional<Path> file) throws IOException {
        if (file.isPresent()) {
            requireFree(file.get(), null);
        }
        Entry added = new Entry(file);
        entries.add(added);
        return added;
    }

    private synchronized void requireFree(Path file, Entry except) throws IOException {
        for (Entry entry : entries) {
            if (entry != except
                    && entry.file.filter(taken -> isSame(taken, file)).isPresent()) {
                throw new IOException(file + " is being written by another recording; name another file");
            }
        }
    }

    static boolean isSame(Path one, Path other) {
        try {
            return Files.isSameFile(one, other);
        } catch (IOException missing) { // such as the file of a recording that is written at its end
            return one.toAbsolutePath()
                    .normalize()
                    .equals(other.toAbsolutePath().normalize());
        }
    }

    /** Those that have begun, the oldest first. */
    synchronized List<Recording> all() {
        return entries.stream()
                .map(entry -> entry.recording)
                .filter(Objects::nonNull)
                .toList();
    }
}
