package org.asterism.core.internal.testing;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.asterism.api.Task;
import org.asterism.api.TaskRuntime;
import org.asterism.spi.application.ApplicationRun;
import org.asterism.spi.application.UsageException;

/** One run of an application in a test, with the options that the test gives it. */
public final class ApplicationTrial implements ApplicationRun {
    private final TaskRuntime runtime;
    private final Map<String, String> options = new HashMap<>();
    private final Set<String> flags = new HashSet<>();
    private final AtomicLong ended = new AtomicLong();
    private long expected;

    public ApplicationTrial(TaskRuntime runtime) {
        this.runtime = runtime;
    }

    public ApplicationTrial with(String option, Object value) {
        options.put(option, value.toString());
        return this;
    }

    public ApplicationTrial withFlag(String flag) {
        flags.add(flag);
        return this;
    }

    /** How many tasks the application announced. */
    public long expectedTasks() {
        return expected;
    }

    /** How many of the tasks that the application had tracked have ended. */
    public long endedTasks() {
        return ended.get();
    }

    @Override
    public TaskRuntime runtime() {
        return runtime;
    }

    @Override
    public Optional<String> option(String option) {
        return Optional.ofNullable(options.get(option));
    }

    @Override
    public boolean flag(String option) {
        return flags.contains(option);
    }

    @Override
    public long integer(String option, long fallback, long least, long most) {
        long value = option(option).map(Long::parseLong).orElse(fallback);
        if (value < least || value > most) {
            throw new UsageException("--" + option + " is " + value + "; allowed are " + least + " to " + most);
        }
        return value;
    }

    @Override
    public double number(String option, double fallback, double least, double most) {
        double value = option(option).map(Double::parseDouble).orElse(fallback);
        if (value < least || value > most) {
            throw new UsageException("--" + option + " is " + value + "; allowed are " + least + " to " + most);
        }
        return value;
    }

    @Override
    public Optional<Path> file(String option) {
        return option(option).map(Path::of);
    }

    @Override
    public long seed() {
        return 42;
    }

    @Override
    public void expectTasks(long number) {
        expected = number;
    }

    @Override
    public Task track(Task task) {
        return task.onCompletion(done -> ended.incrementAndGet());
    }
}
