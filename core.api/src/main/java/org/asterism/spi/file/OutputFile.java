package org.asterism.spi.file;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Checks a file that a user names as output, before the work whose result goes there. Otherwise a user would learn only
 * after the work that the file cannot be written. Any thread may use it.
 */
public final class OutputFile {
    private OutputFile() {}

    /**
     * Looks at whether a file can be written now.
     *
     * @param file as the user has named it; nothing is created
     * @return why it cannot be written and what to do, to be put behind its name, such as {@code "is a folder; name a
     *     file"}; empty if it can
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
}
