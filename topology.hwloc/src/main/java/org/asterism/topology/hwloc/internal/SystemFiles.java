package org.asterism.topology.hwloc.internal;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;

/**
 * Reads the small files that describe a Linux system. A missing file, or one with unexpected content, counts as
 * unknown: the existing files depend on the kernel, the processor and the container.
 */
final class SystemFiles {
    private final Path root;

    SystemFiles(Path root) {
        this.root = root;
    }

    Optional<String> text(String path) {
        try {
            return Optional.of(Files.readString(root.resolve(path)).strip());
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** A number, decimal or with {@code 0x}. */
    Optional<Integer> number(String path) {
        return text(path).flatMap(text -> {
            try {
                return Optional.of(Integer.decode(text));
            } catch (NumberFormatException e) {
                return Optional.empty();
            }
        });
    }

    /** A list such as {@code 0-3,8}. */
    Optional<BitSet> list(String path) {
        return text(path).flatMap(SystemFiles::parse);
    }

    /** Returns the text after a word and a colon, in files such as {@code /proc/self/status}. */
    Optional<String> field(String path, String name) {
        return text(path)
                .flatMap(text -> text.lines()
                        .map(line -> line.split(":", 2))
                        .filter(parts -> parts.length == 2 && parts[0].strip().endsWith(name))
                        .map(parts -> parts[1].strip())
                        .findFirst());
    }

    /** A list of {@link #field}. */
    Optional<BitSet> listField(String path, String name) {
        return field(path, name).flatMap(SystemFiles::parse);
    }

    /** The names of a folder's entries, in their order; none if it is missing. */
    List<String> names(String folder) {
        List<String> names = new ArrayList<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(root.resolve(folder))) {
            for (Path entry : entries) {
                names.add(entry.getFileName().toString());
            }
        } catch (IOException e) {
            return List.of();
        }
        names.sort(null);
        return names;
    }

    private static Optional<BitSet> parse(String text) {
        try {
            return Optional.of(ProcessorSets.list(text));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }
}
