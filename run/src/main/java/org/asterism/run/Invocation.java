package org.asterism.run;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import org.asterism.run.internal.option.RunOptions;
import org.asterism.run.internal.option.TypedOptions;
import org.asterism.run.option.CommonOptions;
import org.asterism.spi.application.UsageException;

/** Request of {@code run APP [options]}: to run an application or to show help. */
public final class Invocation {
    /** Maximum length of help lines, because longer ones are hard to read. */
    public static final int USUAL_COLUMNS = 80;

    private final Applications.Installed application;
    private final RunOptions options;
    private final IntFunction<String> help;

    private Invocation(Applications.Installed application, RunOptions options, IntFunction<String> help) {
        this.application = application;
        this.options = options;
        this.help = help;
    }

    /**
     * Reads a command line.
     *
     * @param applications available applications
     * @param words after {@code run}
     * @param patience maximum wait for an application that does not exist
     * @return the request
     * @throws UsageException if the request is invalid
     * @throws InterruptedException if the waiting thread is interrupted
     */
    public static Invocation parse(Applications applications, List<String> words, Duration patience)
            throws InterruptedException {
        int position = TypedOptions.positionOfName(words);
        if (position < 0) {
            if (words.contains("--" + CommonOptions.HELP)) {
                return new Invocation(null, null, columns -> Help.of(applications, columns));
            }
            throw new UsageException("say which application to run: run APP [options]; " + applications.what());
        }
        Applications.Installed installed = applications.find(words.get(position), patience);
        RunOptions options = RunOptions.parse(
                installed.name(), installed.application().options(), TypedOptions.without(words, position));
        return new Invocation(installed, options, options.help() ? columns -> Help.of(installed, columns) : null);
    }

    /**
     * Whether an application is already named, so that only options can follow.
     *
     * @param words words after {@code run} so far
     * @return false if the next word may be a name
     */
    public static boolean namesApplication(List<String> words) {
        return TypedOptions.positionOfName(words) >= 0;
    }

    /**
     * Returns the application to run.
     *
     * @return the application; null if the general help is requested
     */
    public Applications.Installed application() {
        return application;
    }

    /** Returns the options of the run; null if {@link #application} is null. */
    RunOptions options() {
        return options;
    }

    /**
     * Returns the help to show instead of a run.
     *
     * @return function from the columns of a line to the help; empty if no help is requested
     */
    public Optional<IntFunction<String>> help() {
        return Optional.ofNullable(help);
    }

    /**
     * Whether to draw a progress bar if there is a terminal.
     *
     * @return false for {@code --json} and {@code --quiet}
     */
    public boolean drawsProgress() {
        return !json() && !quiet();
    }

    /**
     * Whether the results are requested as JSON.
     *
     * @return true for {@code --json}
     */
    public boolean json() {
        return options.json();
    }

    /**
     * Whether no results are requested.
     *
     * @return true for {@code --quiet} without {@code --json}
     */
    public boolean quiet() {
        return options.quiet() && !options.json();
    }
}
