package org.asterism.kit.device;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Folder with the files of a kernel cache. Other processes may write and delete files there, so any file may disappear
 * at any time.
 *
 * @param folder the folder
 * @param suffix the end of the files' names
 */
record CacheFolder(Path folder, String suffix) {
    /** Age after which an unfinished file is considered abandoned by a process that ended. */
    private static final long ABANDONED_MILLIS = TimeUnit.HOURS.toMillis(1);

    private record Seen(Path file, long bytes, FileTime written) {}

    /** Deletes the oldest files until the rest fits into {@code mostBytes}, and also abandoned unfinished files. */
    void shrink(long mostBytes, Path newest) throws IOException {
        List<Seen> kept = seen(suffix);
        kept.sort(Comparator.comparing(Seen::written));
        long bytes = kept.stream().mapToLong(Seen::bytes).sum();
        for (Seen oldest : kept) {
            if (bytes <= mostBytes) {
                break;
            }
            if (!oldest.file().equals(newest)) {
                Files.deleteIfExists(oldest.file());
                bytes -= oldest.bytes();
            }
        }
        if (!kept.isEmpty()) {
            deleteAbandoned(kept.getLast().written().toMillis() - ABANDONED_MILLIS);
        }
    }

    private void deleteAbandoned(long before) throws IOException {
        for (Seen unfinished : seen(suffix + ".part")) {
            if (unfinished.written().toMillis() < before) {
                Files.deleteIfExists(unfinished.file());
            }
        }
    }

    int clear() throws IOException {
        int deleted = 0;
        for (Seen entry : seen(suffix)) {
            deleted += Files.deleteIfExists(entry.file()) ? 1 : 0;
        }
        return deleted;
    }

    private List<Seen> seen(String ending) throws IOException {
        List<Seen> seen = new ArrayList<>();
        if (!Files.isDirectory(folder)) {
            return seen;
        }
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "*" + ending)) {
            for (Path file : files) {
                try {
                    BasicFileAttributes facts = Files.readAttributes(file, BasicFileAttributes.class);
                    seen.add(new Seen(file, facts.size(), facts.lastModifiedTime()));
                } catch (NoSuchFileException gone) {
                    continue;
                }
            }
        } catch (DirectoryIteratorException unreadable) {
            throw unreadable.getCause();
        }
        return seen;
    }
}
