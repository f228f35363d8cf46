package org.asterism.tck;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.asterism.api.Task;
import org.asterism.api.TaskRuntime;
import org.asterism.spi.application.ApplicationRun;
import org.asterism.spi.application.UsageException;

/**
 * Run of an application without a command line, for tests of applications on the test's own runtime. Its seed is 1 and
 * its folder the current one.
 */
public final class FakeApplicationRun implements ApplicationRun {
    private final TaskRuntime runtime;
    private final Map<String, String> options;
    private final PrintStream out;

    /**
     * Creates a run with options.
     *
     * @param runtime runtime for the application, which the test closes
     * @param options values by name without dashes; a flag has the value {@code true}
     * @param out stream for the application's output
     */
    public FakeApplicationRun(TaskRuntime runtime, Map<String, String> options, PrintStream out) {
        this.runtime = Objects.requireNonNull(runtime, "runtime");
        this.options = Map.copyOf(options);
        this.out = Objects.requireNonNull(out, "out");
    }

    @Override
    public TaskRuntime runtime() {
        return runtime;
    }

    @Override
    public PrintStream out() {
        return out;
    }

    @Override
    public Optional<String> option(String option) {
        return Optional.ofNullable(options.get(option));
    }

    @Override
    public boolean flag(String option) {
        return options.containsKey(option);
    }

    @Override
    public long integer(String option, long fallback, long least, long most) {
        String text = options.get(option);
        if (text == null) {
            return fallback;
        }
        try {
            long value = Long.parseLong(text);
            if (value >= least && value <= most) {
                return value;
            }
        } catch (NumberFormatException noNumber) {
            // The exception below names the allowed values.
        }
        throw new UsageException(
                "--" + option + " is '" + text + "'; allowed are whole numbers from " + least + " to " + most);
    }

    @Override
    public double number(String option, double fallback, double least, double most) {
        String text = options.get(option);
        if (text == null) {
            return fallback;
        }
        try {
            double value = Double.parseDouble(text);
            if (value >= least && value <= most) {
                return value;
            }
        } catch (NumberFormatException noNumber) {
            // The exception below names the allowed values.
        }
        throw new UsageException(
                "--" + option + " is '" + text + "'; allowed are numbers from " + least + " to " + most);
    }

    @Override
    public Optional<Path> file(String option) {
        return option(option).map(Path::of);
    }

    @Override
    public long seed() {
        return 1;
    }

    @Override
    public void expectTasks(long number) {
        // There is no progress bar.
    }

    @Override
    public Task track(Task task) {
        return task;
    }
}
