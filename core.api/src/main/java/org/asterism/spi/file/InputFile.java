package org.asterism.spi.file;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Optional;

/**
 * Checks a file that a user names as input, before it is opened. Opening a pipe blocks until another process writes to
 * it, a device may never end, and a folder has no content. Any thread may use it.
 */
public final class InputFile {
    private InputFile() {}

    /**
     * Checks the file at a path.
     *
     * @param file as the user has named it; links are followed
     * @return the reason why it cannot be read as a file, to be put behind its name, such as {@code "is a folder; name
     *     a file"}; empty if it is a file, or does not exist: reading it reports that
     */
    public static Optional<String> objection(Path file) {
        BasicFileAttributes attributes;
        try {
            attributes = Files.readAttributes(file, BasicFileAttributes.class);
        } catch (IOException missing) {
            return Optional.empty();
        }
        if (attributes.isRegularFile()) {
            return Optional.empty();
        }
        return Optional.of(
                "is " + (attributes.isDirectory() ? "a folder" : "a device, pipe or socket") + "; name a file");
    }

    /**
     * Checks also the size of the file.
     *
     * @param file as the user has named it
     * @param most the greatest size in bytes
     * @return as {@link #objection(Path)}, or its size and the limit
     */
    public static Optional<String> objection(Path file, long most) {
        Optional<String> kind = objection(file);
        if (kind.isPresent()) {
            return kind;
        }
        try {
            long size = Files.size(file);
            return size <= most
                    ? Optional.empty()
                    : Optional.of("has " + size + " bytes; at most " + most + " are read");
        } catch (IOException missing) {
            return Optional.empty();
        }
    }

    /**
     * Looks at whether a file of a folder that others may write to is a link out of that folder.
     *
     * @param file in the folder
     * @return the reason why it is not taken, to be put behind its name; empty if it is no such link
     */
    public static Optional<String> linkObjection(Path file) {
        Path path = file.toAbsolutePath();
        if (!Files.isSymbolicLink(path)) {
            return Optional.empty();
        }
        try {
            Path target = path.toRealPath();
            return target.startsWith(path.getParent().toRealPath())
                    ? Optional.empty()
                    : Optional.of(
                            "is a link to " + target + ", outside of the folder; copy the file itself into the folder");
        } catch (IOException broken) {
            return Optional.empty();
        }
    }
}
