package org.asterism.deploy.fileinstall.internal;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;

/** Checks a file of a watched folder without opening it: opening a pipe blocks, and a device may never end. */
final class WatchedFile {
    private WatchedFile() {}

    /**
     * Refuses whatever is not an ordinary file of the folder itself.
     *
     * @throws UnusableFileException if it is a folder, device, pipe or socket, or a link that leaves its folder
     */
    static void check(File file) throws UnusableFileException {
        Path path = file.toPath().toAbsolutePath();
        try {
            if (Files.isSymbolicLink(path)) {
                Path target = path.toRealPath();
                if (!target.startsWith(path.getParent().toRealPath())) {
                    throw new UnusableFileException("it is a link to " + target
                            + ", outside of the folder; copy the file" + " itself into the folder");
                }
            }
            BasicFileAttributes attributes = Files.readAttributes(path, BasicFileAttributes.class);
            if (!attributes.isRegularFile()) {
                throw new UnusableFileException(
                        "it is " + (attributes.isDirectory() ? "a folder" : "a device, pipe or socket")
                                + ", not a file; put an ordinary file in its place");
            }
        } catch (IOException unreadable) {
            throw new UnusableFileException("it cannot be looked at (" + unreadable + "); check its permissions");
        }
        if (!Files.isReadable(path)) {
            throw new UnusableFileException("it cannot be read; give this user the permission (chmod u+r)");
        }
    }
}
