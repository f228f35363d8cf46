package org.asterism.run.internal.option;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;
import org.asterism.run.option.CommonOptions;
import org.asterism.spi.application.UsageException;
import org.asterism.spi.file.OutputFile;

/**
 * File for the picture of a schedule.
 *
 * @param file absolute path
 */
public record GanttFile(Path file) {
    private static final String SUFFIX = ".svg";

    /**
     * Returns the file of a run, if pictures are requested.
     *
     * @param options options of the command line
     * @param folder base of relative file names
     * @param number number of the run, which is part of the file name except for the first run
     */
    public static Optional<GanttFile> of(RunOptions options, Path folder, int number) {
        return options.typed().value(CommonOptions.GANTT).map(name -> {
            String numbered =
                    number == 1 ? name : name.substring(0, name.length() - SUFFIX.length()) + "-" + number + SUFFIX;
            return new GanttFile(folder.resolve(numbered));
        });
    }

    /** Refuses file names that are not allowed for pictures. */
    public static void check(RunOptions options) {
        Optional<String> name = options.typed().value(CommonOptions.GANTT);
        if (name.isPresent() && !isPath(name.get())) {
            throw new UsageException(
                    "option '--gantt' is '" + name.get() + "'; give the name of a file that ends in " + SUFFIX);
        }
    }

    private static boolean isPath(String name) {
        try {
            return Path.of(name).getFileName() != null && name.endsWith(SUFFIX);
        } catch (InvalidPathException noFile) {
            return false;
        }
    }

    /** Checks that the file is writable before the run, so that a long run does not end with this error. */
    public void requireWritable() {
        OutputFile.objection(file).ifPresent(objection -> {
            throw new UsageException("option '--gantt' is '" + file + "', which " + objection);
        });
    }

    public void write(String picture) throws IOException {
        try {
            Files.writeString(file, picture);
        } catch (IOException failed) {
            throw new IOException("the picture of the schedule cannot be written to " + file + ": " + failed, failed);
        }
    }
}
