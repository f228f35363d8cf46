package org.asterism.shell.gogo.internal.run;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import org.asterism.spi.application.UsageException;

/**
 * What {@code run APP [options]} asks for.
 *
 * @param application null if only the help of all applications is asked for
 * @param options null if help is asked for
 * @param help what to show instead of running anything, in lines of so many columns
 */
public record Invocation(Applications.Installed application, RunOptions options, Optional<IntFunction<String>> help) {
    /** How long lines of help are where there is room: longer ones are hard to read. */
    public static final int USUAL_COLUMNS = 80;

    /**
     * Reads what was typed.
     *
     * @param applications what can be run
     * @param words behind {@code run}
     * @param patience how long to wait for an application that is not there
     * @return what to do
     * @throws UsageException if it makes no sense
     * @throws InterruptedException if the waiting thread is interrupted
     */
    public static Invocation parse(Applications applications, List<String> words, Duration patience)
            throws InterruptedException {
        int position = TypedOptions.positionOfName(words);
        if (position < 0) {
            if (words.contains("--" + CommonOptions.HELP)) {
                return new Invocation(null, null, Optional.of(columns -> CommonOptions.help(applications, columns)));
            }
            throw new UsageException("say which application to run: run APP [options]; " + applications.what());
        }
        Applications.Installed installed = applications.find(words.get(position), patience);
        RunOptions options = RunOptions.parse(
                installed.name(), installed.application().options(), TypedOptions.without(words, position));
        return new Invocation(
                installed,
                options,
                options.help() ? Optional.of(columns -> CommonOptions.help(installed, columns)) : Optional.empty());
    }

    /**
     * Whether a progress bar is wanted where there is a terminal.
     *
     * @return false for {@code --json} and {@code --quiet}
     */
    public boolean drawsProgress() {
        return !json() && !quiet();
    }

    /**
     * Whether the figures are wanted as JSON.
     *
     * @return true for {@code --json}
     */
    public boolean json() {
        return options.json();
    }

    /**
     * Whether the figures are not wanted at all.
     *
     * @return true for {@code --quiet} without {@code --json}
     */
    public boolean quiet() {
        return options.quiet() && !options.json();
    }
}
