package org.asterism.spi.file;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import java.util.Set;

/**
 * Checks a file that a user names as output, before the program computes the output. Otherwise users would learn only
 * after a long computation that the file cannot be written. Any thread may use it.
 */
public final class OutputFile {
    /**
     * Permissions of a new file, from which the system's mask removes some. Without them, only the owner could access
     * temporary files.
     */
    private static final Set<PosixFilePermission> ANY_NEW_FILE = PosixFilePermissions.fromString("rw-rw-rw-");

    private OutputFile() {}

    /**
     * Looks at whether a file can be written now.
     *
     * @param file as the user has named it; nothing is created
     * @return the reason why it cannot be written and what to do, to be put behind its name, such as {@code "is a
     *     folder; name a file"}; empty if it can
     */
    public static Optional<String> objection(Path file) {
        if (Files.exists(file)) {
            return InputFile.objection(file)
                    .or(() -> Files.isWritable(file)
                            ? Optional.empty()
                            : Optional.of("is there and may not be written; remove it, or name another file"));
        }
        Path folder = file.toAbsolutePath().normalize().getParent();
        if (folder == null || !Files.isDirectory(folder)) {
            return Optional.of(
                    "cannot be made, as there is no folder " + folder + "; make that first, or name another file");
        }
        return Files.isWritable(folder)
                ? Optional.empty()
                : Optional.of("cannot be made, as its folder may not be written to; name a file in another one");
    }

    /**
     * Looks at whether writing a file would replace content that cannot be made again, such as a recording.
     *
     * @param file as the user has named it
     * @return why it is not written without an option {@code --replace}, to be put behind its name; empty if it does
     *     not exist or has no content
     */
    public static Optional<String> replacement(Path file) {
        return Files.isRegularFile(file) && file.toFile().length() > 0
                ? Optional.of("is there already; add --replace to replace it, or name another file")
                : Optional.empty();
    }

    /**
     * Says why a file could not be written, without the name of a temporary file beside it.
     *
     * @param file as the user has named it
     * @param failure what the system reported
     * @return a few words
     */
    public static String reason(Path file, IOException failure) {
        return switch (failure) {
            case NoSuchFileException missing ->
                "the folder " + file.toAbsolutePath().getParent() + " does not exist";
            case AccessDeniedException denied -> "permission denied";
            case FileAlreadyExistsException taken -> "it exists and is no folder";
            case FileSystemException system when system.getReason() != null -> system.getReason();
            default -> String.valueOf(failure.getMessage());
        };
    }

    /**
     * Creates an empty file in the folder of another one. The caller writes into it, and moves it over the other file
     * when the content is complete.
     *
     * @param file the file to replace, which need not exist
     * @return a file with a name of its own and the permissions of any new file
     * @throws IOException if the folder takes no new file
     */
    public static Path beside(Path file) throws IOException {
        Path folder = file.toAbsolutePath().getParent();
        boolean isPosix = file.getFileSystem().supportedFileAttributeViews().contains("posix");
        FileAttribute<?>[] permissions = isPosix
                ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(ANY_NEW_FILE)}
                : new FileAttribute<?>[0];
        return Files.createTempFile(folder, file.getFileName() + ".", ".part", permissions);
    }
}
