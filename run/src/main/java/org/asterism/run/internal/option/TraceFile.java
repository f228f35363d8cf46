package org.asterism.run.internal.option;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;
import org.asterism.run.option.CommonOptions;
import org.asterism.spi.application.UsageException;
import org.asterism.spi.file.OutputFile;

/**
 * The file that a run is recorded in.
 *
 * @param file its absolute path
 */
public record TraceFile(Path file) {
    /**
     * The file of a run, if it is to be recorded.
     *
     * @param options of the command line
     * @param folder the folder to which names of files are relative
     * @param number of the run; the names of the files of all but the first have it before their ends
     */
    public static Optional<TraceFile> of(RunOptions options, Path folder, int number) {
        return options.typed()
                .value(CommonOptions.TRACE)
                .map(name -> new TraceFile(folder.resolve(numbered(name, number))));
    }

    private static String numbered(String name, int number) {
        if (number == 1) {
            return name;
        }
        int dot = name.lastIndexOf('.');
        int end = dot > name.lastIndexOf('/') + 1 ? dot : name.length();
        return name.substring(0, end) + "-" + number + name.substring(end);
    }

    /** Refuses what is no name of a file. */
    public static void check(RunOptions options) {
        Optional<String> name = options.typed().value(CommonOptions.TRACE);
        if (name.isPresent() && !isPath(name.get())) {
            throw new UsageException("option '--trace' is '" + name.get() + "'; give the name of a file");
        }
    }

    private static boolean isPath(String name) {
        try {
            return !name.isBlank() && Path.of(name).getFileName() != null;
        } catch (InvalidPathException noFile) {
            return false;
        }
    }

    /**
     * Checks the file before the run, because nobody wants to repeat a long run for it.
     *
     * @param replaces whether a recording that is there may be replaced
     */
    public void requireWritable(boolean replaces) {
        OutputFile.objection(file)
                .or(() -> replaces ? Optional.empty() : OutputFile.replacement(file))
                .ifPresent(objection -> {
                    throw new UsageException("option '--trace' is '" + file + "', which " + objection);
                });
    }
}
