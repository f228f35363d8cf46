package org.asterism.run;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.asterism.api.ScopedRuntime;
import org.asterism.api.Task;
import org.asterism.api.TaskRuntime;
import org.asterism.run.internal.option.RunOptions;
import org.asterism.run.option.PolicyChoice;
import org.asterism.spi.application.ApplicationRun;
import org.asterism.spi.application.UsageException;

/**
 * Run of an application that counts the ended tasks, and replaces the policy when half of them have ended.
 *
 * <p>The completion callback of the task that reaches half makes the replacement. So it happens once, after the same
 * number of tasks in every run, and before that task counts as ended for {@link TaskRuntime#waitAll}.
 */
final class TrackedRun implements ApplicationRun {
    /** Result of the replacement; the failure may be null. */
    private record Swapped(long afterTasks, long nanoseconds, RuntimeException failure) {}

    private static final long UNKNOWN = -1;

    private final TaskRuntime runtime;
    private final RunOptions options;
    private final BooleanSupplier cancelled;
    private final Path folder;
    private final PrintStream out;
    private volatile boolean printed;
    private final Optional<PolicyChoice> swap;
    private final AtomicLong ended = new AtomicLong();
    private final AtomicBoolean swapBegun = new AtomicBoolean();
    private final CompletableFuture<Swapped> swapped = new CompletableFuture<>();
    private final Consumer<Task> whenEnded = task -> swapIfHalf(endedByNow());
    private volatile long expected = UNKNOWN;

    TrackedRun(TaskRuntime runtime, RunOptions options, BooleanSupplier cancelled, Path folder, PrintStream out) {
        this.runtime = runtime;
        this.options = options;
        this.cancelled = cancelled;
        this.folder = folder;
        this.out = out;
        swap = options.swap();
    }

    private long endedByNow() {
        return ended.incrementAndGet();
    }

    @Override
    public PrintStream out() {
        if (options.json()) {
            throw new UsageException(
                    "--json has standard output carry JSON objects and nothing else, but the application"
                            + " was asked to print there in a format of its own: leave out --json or the option that "
                            + "asks for that"
                            + " format, such as --csv");
        }
        printed = true;
        return out;
    }

    /** Whether the application requested standard output. */
    boolean printed() {
        return printed;
    }

    @Override
    public void expectTasks(long number) {
        if (number < 0) {
            throw new IllegalArgumentException("expected tasks: " + number + "; give 0 or more");
        }
        expected = number;
        // For tasks that ended before their number was announced: this thread or the last of them sees both numbers.
        swapIfHalf(ended.get());
    }

    @Override
    public Task track(Task task) {
        if (runtime instanceof ScopedRuntime scope) {
            scope.own(task);
        }
        return task.onCompletion(whenEnded);
    }

    private void swapIfHalf(long count) {
        long all = expected;
        if (swap.isEmpty() || all == UNKNOWN || count < all - all / 2) {
            return;
        }
        if (!swapBegun.compareAndSet(false, true)) {
            return;
        }
        PolicyChoice choice = swap.get();
        long begin = runtime.clock().nanoTime();
        RuntimeException failure = null;
        try {
            runtime.defaultContext().usePolicy(choice.name(), choice.properties());
        } catch (RuntimeException refused) {
            failure = refused; // finishSwap reports it; here it would be one of many failures of tasks.
        }
        swapped.complete(new Swapped(count, runtime.clock().nanoTime() - begin, failure));
    }

    /**
     * Waits for the replacement, if one was requested.
     *
     * @param sink receives the measurements
     * @throws IllegalStateException if half of the tasks was never reached
     * @throws RuntimeException if the replacement failed
     */
    void finishSwap(SwapSink sink) throws InterruptedException {
        if (swap.isEmpty()) {
            return;
        }
        if (!swapBegun.get()) {
            throw new IllegalStateException("the policy was not changed to '"
                    + swap.get().name() + "': of "
                    + (expected == UNKNOWN ? "an unknown number of" : Long.toString(expected))
                    + " expected tasks, the application reported " + ended.get() + " as ended");
        }
        try {
            Swapped result = swapped.get();
            if (result.failure() != null) {
                throw result.failure();
            }
            sink.accept(result.afterTasks(), result.nanoseconds());
        } catch (ExecutionException never) {
            throw new IllegalStateException(never); // The future is only ever completed with a value.
        }
    }

    /** Receiver of the measurements of a replacement. */
    interface SwapSink {
        void accept(long afterTasks, long nanoseconds);
    }

    /** Returns how many tracked tasks have ended. */
    long ended() {
        return ended.get();
    }

    /** Returns how many tasks the application announced, or 0. */
    long expected() {
        return Math.max(0, expected);
    }

    @Override
    public TaskRuntime runtime() {
        return runtime;
    }

    @Override
    public Optional<String> option(String option) {
        return options.typed().value(option);
    }

    @Override
    public boolean flag(String option) {
        return options.typed().flag(option);
    }

    @Override
    public long integer(String option, long fallback, long least, long most) {
        return options.typed().integer(option, fallback, least, most);
    }

    @Override
    public double number(String option, double fallback, double least, double most) {
        return options.typed().number(option, fallback, least, most);
    }

    @Override
    public Optional<Path> file(String option) {
        return options.typed().value(option).map(folder::resolve);
    }

    @Override
    public boolean isCancelled() {
        return cancelled.getAsBoolean();
    }

    @Override
    public long seed() {
        return options.seed();
    }
}
