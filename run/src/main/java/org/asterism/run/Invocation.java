package org.asterism.run;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import org.asterism.run.internal.option.RunOptions;
import org.asterism.run.internal.option.TypedOptions;
import org.asterism.run.option.CommonOptions;
import org.asterism.spi.application.UsageException;

/** What {@code run APP [options]} asks for: to run an application, or to show help. */
public final class Invocation {
    /** How long lines of help are where there is room: longer ones are hard to read. */
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
     * Whether an application is named already, so that only options can follow.
     *
     * @param words typed behind {@code run} so far
     * @return false if the next word may be a name
     */
    public static boolean namesApplication(List<String> words) {
        return TypedOptions.positionOfName(words) >= 0;
    }

    /**
     * What to run.
     *
     * @return null if the help of all applications is asked for
     */
    public Applications.Installed application() {
        return application;
    }

    /** How to run it; null if {@link #application} is. */
    RunOptions options() {
        return options;
    }

    /**
     * The help to show instead of running anything.
     *
     * @return takes the columns of a line; empty if no help is asked for
     */
    public Optional<IntFunction<String>> help() {
        return Optional.ofNullable(help);
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
