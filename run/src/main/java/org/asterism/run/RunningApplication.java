package org.asterism.run;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import org.asterism.api.Clock;
import org.asterism.api.ContextLoad;
import org.asterism.api.Task;
import org.asterism.api.TaskRuntime;
import org.asterism.api.TaskState;

/**
 * Current run of an application on its own thread. Any thread may watch and cancel it.
 *
 * <p>Cancellation cancels the waiting tasks repeatedly, because kernels may submit further ones. The application's
 * {@code waitAll} then throws as soon as the running kernels have ended. An application that waits for something else
 * is interrupted.
 */
public final class RunningApplication {
    /** Maximum wait for the end of a cancelled run, before the waiting thread reports. */
    public static final Duration PATIENCE = Duration.ofSeconds(2);

    /**
     * Time after which a cancelled application is interrupted. It is shorter than the wait for the report, so that most
     * applications end in time.
     */
    private static final long INTERRUPT_NANOS = 300_000_000;

    private static final long PERIOD_MILLISECONDS = 50;
    private static final int MOST_NAMED = 4;

    /**
     * Progress of a run; of repeated runs, the progress of the current repetition.
     *
     * @param total number of tasks that were submitted or, if greater, that the application announced
     * @param done tasks that succeeded
     * @param failed tasks that failed
     * @param cancelled tasks that were cancelled
     * @param running tasks that workers are running
     */
    public record Progress(long total, long done, long failed, long cancelled, long running) {
        /**
         * Returns the number of tasks that have not ended.
         *
         * @return the number, including announced tasks
         */
        public long left() {
            return Math.max(0, total - done - failed - cancelled);
        }
    }

    private static final ContextLoad NOTHING = new ContextLoad(0, 0, 0, 0, 0, 0, Map.of(), 0);

    /** Environment of a repetition, and the load there before it. */
    private record Place(TaskRuntime seen, Cancellation cancellation, ContextLoad before) {}

    private final int number;
    private final String application;
    private final Clock clock = Clock.system();
    private final Instant since = Instant.now();
    private final long begin = clock.nanoTime();

    /**
     * The exception of the application, or null if there was none. It is the value because a future that has failed
     * with a {@code CancellationException} counts as cancelled.
     */
    private final CompletableFuture<Throwable> end = new CompletableFuture<>();

    private final CompletableFuture<String> cancelled = new CompletableFuture<>();
    private final CompletableFuture<Void> hurry = new CompletableFuture<>();
    private final CompletableFuture<Void> reported = new CompletableFuture<>();
    private volatile Place place;
    private volatile TrackedRun tracked;
    private volatile ProgressBar bar;
    private volatile Thread thread;

    RunningApplication(int number, String application) {
        this.number = number;
        this.application = application;
    }

    /** Starts the run on a daemon thread, so that an endless application does not keep the process alive. */
    void start(Callable<Void> work, Runnable whenEnded) {
        thread = Thread.ofPlatform().daemon().name("asterism-run-" + number).unstarted(() -> {
            try {
                work.call();
                whenEnded.run();
                end.complete(null);
            } catch (Throwable failure) {
                whenEnded.run();
                end.complete(failure);
            }
        });
        thread.start();
    }

    /**
     * Announces that the next repetition uses its own runtime. The load is not read here, because after the first
     * reading workers read the clock before and after each task.
     */
    void enterOwn(TaskRuntime seen, Cancellation cancellation) {
        enter(new Place(seen, cancellation, NOTHING));
    }

    /** Announces that the next repetition uses a context with possible earlier work. */
    void enterShared(TaskRuntime seen, Cancellation cancellation) {
        enter(new Place(seen, cancellation, load(seen)));
    }

    private void enter(Place next) {
        tracked = null;
        place = next;
        if (isCancelled()) {
            next.cancellation().cancel(reason());
        }
    }

    void track(TrackedRun run) {
        tracked = run;
    }

    /** Sets the progress bar, which a cancellation removes, because the report replaces it. */
    void show(ProgressBar shown) {
        bar = shown;
    }

    /**
     * Returns the number by which commands name the run.
     *
     * @return number from 1; never reused
     */
    public int number() {
        return number;
    }

    /**
     * Returns the application's name.
     *
     * @return name of the application
     */
    public String application() {
        return application;
    }

    /**
     * Returns when the run started.
     *
     * @return time by the system's clock
     */
    public Instant since() {
        return since;
    }

    /**
     * Returns the time since the start.
     *
     * @return time in seconds
     */
    public double seconds() {
        return (clock.nanoTime() - begin) / 1e9;
    }

    /**
     * Returns the runtime as the application sees it.
     *
     * @return the runtime; empty until there is one
     */
    public Optional<TaskRuntime> runtime() {
        return Optional.ofNullable(place).map(Place::seen);
    }

    /**
     * Returns the progress of the run.
     *
     * @return progress at present
     */
    public Progress progress() {
        Place now = place;
        if (now == null) {
            return new Progress(0, 0, 0, 0, 0);
        }
        ContextLoad load = load(now.seen());
        ContextLoad before = now.before();
        TrackedRun run = tracked;
        return new Progress(
                Math.max(run == null ? 0 : run.expected(), load.submitted() - before.submitted()),
                load.done() - before.done(),
                load.failed() - before.failed(),
                load.cancelled() - before.cancelled(),
                load.running());
    }

    private static ContextLoad load(TaskRuntime runtime) {
        List<ContextLoad> loads =
                runtime.contexts().stream().map(context -> context.load()).toList();
        return new ContextLoad(
                loads.stream().mapToLong(ContextLoad::submitted).sum(),
                0,
                loads.stream().mapToLong(ContextLoad::running).sum(),
                loads.stream().mapToLong(ContextLoad::done).sum(),
                loads.stream().mapToLong(ContextLoad::failed).sum(),
                loads.stream().mapToLong(ContextLoad::cancelled).sum(),
                Map.of(),
                0);
    }

    /**
     * Cancels the run, and returns at once.
     *
     * @param by cause, such as {@code Ctrl-C}, for the messages of exceptions in the application
     * @return false if the run is already cancelled or has ended
     */
    public boolean cancel(String by) {
        if (hasEnded() || !cancelled.complete("run " + this + " was cancelled by " + by)) {
            return false;
        }
        Thread.ofPlatform().daemon().name("asterism-cancel-" + number).start(this::callOffUntilEnded);
        return true;
    }

    private void callOffUntilEnded() {
        long from = clock.nanoTime();
        boolean interrupted = false;
        while (!hasEnded()) {
            Place now = place;
            if (now != null) {
                try {
                    now.cancellation().cancel(reason());
                } catch (RuntimeException closed) {
                    // The runtime is closing, which ends its tasks.
                }
            }
            if (!interrupted && clock.nanoTime() - from >= INTERRUPT_NANOS) {
                interrupted = true;
                thread.interrupt();
            }
            try {
                awaitEnd(Duration.ofMillis(PERIOD_MILLISECONDS));
            } catch (InterruptedException unexpected) {
                return; // No other code can interrupt this thread.
            }
        }
    }

    /**
     * Whether the run was cancelled.
     *
     * @return true from the call of {@link #cancel} on
     */
    public boolean isCancelled() {
        return cancelled.isDone();
    }

    /** Returns why it was cancelled. */
    String reason() {
        return cancelled.join();
    }

    /**
     * Whether the run has ended, successfully or not.
     *
     * @return false while the application runs
     */
    public boolean hasEnded() {
        return end.isDone();
    }

    /**
     * Waits for the end of the run.
     *
     * @param time maximum time to wait
     * @return whether it has ended, successfully or not
     * @throws InterruptedException if the waiting thread is interrupted; the run continues
     */
    public boolean awaitEnd(Duration time) throws InterruptedException {
        try {
            end.get(time.toNanos(), TimeUnit.NANOSECONDS);
            return true;
        } catch (TimeoutException late) {
            return false;
        } catch (ExecutionException impossible) {
            throw new AssertionError(impossible);
        }
    }

    /**
     * Waits for the end of the run. The code that started the run calls this. If the waiting thread is interrupted, the
     * run is cancelled.
     *
     * @throws StatusException if the run was cancelled; the message contains the progress, and the run may not have
     *     ended yet
     * @throws Exception exception of the application, or the reason why it could not start
     */
    public void await() throws Exception {
        try {
            CompletableFuture.anyOf(end, cancelled).get();
        } catch (InterruptedException interrupted) {
            cancel("an interrupt");
        }
        if (isCancelled()) {
            ProgressBar shown = bar;
            if (shown != null) {
                shown.close();
            }
            try {
                CompletableFuture.anyOf(end, hurry).get(PATIENCE.toNanos(), TimeUnit.NANOSECONDS);
            } catch (TimeoutException late) {
                // The report says that it has not ended.
            } catch (InterruptedException again) {
                Thread.currentThread().interrupt(); // The interrupted thread does not wait for a report.
            }
            Throwable failure = end.getNow(null);
            if (!end.isDone() || failure != null) {
                throw new StatusException(Failure.FAILED, report(), failure);
            }
        }
        switch (end.get()) {
            case null -> {}
            case Exception exception -> throw exception;
            case Error error -> throw error;
            case Throwable other -> throw new ExecutionException(other);
        }
    }

    /** Makes the thread in {@link #await} report at once, even if the cancelled run has not ended. */
    void hurry() {
        hurry.complete(null);
    }

    /** Records that the end of the run was reported, so that the process may end. */
    public void reported() {
        reported.complete(null);
    }

    /** Waits until the end of the run was reported; returns false after a timeout. */
    boolean awaitReported(Duration time) throws InterruptedException {
        try {
            reported.get(time.toNanos(), TimeUnit.NANOSECONDS);
            return true;
        } catch (ExecutionException | TimeoutException late) {
            return false;
        }
    }

    /**
     * Returns the progress of a cancelled run.
     *
     * @return sentence on one line, without a full stop
     */
    public String report() {
        Progress progress = progress();
        StringBuilder text = new StringBuilder(String.format(
                Locale.ROOT,
                "%s after %.1f s: %d of %d %s had ended, %s cancelled",
                isCancelled() ? reason() : "run " + this + " was not cancelled",
                seconds(),
                progress.done() + progress.failed(),
                progress.total(),
                progress.total() == 1 ? "task" : "tasks",
                progress.cancelled() == 1 ? "1 was" : progress.cancelled() + " were"));
        if (progress.failed() > 0) {
            text.append(", ").append(progress.failed()).append(" failed");
        }
        if (hasEnded() || progress.running() == 0) {
            return text.append(
                            hasEnded() ? ", none is running" : ", none is running, but the application has not ended")
                    .toString();
        }
        return text.append(
                        progress.running() == 1
                                ? ", 1 is still running"
                                : ", " + progress.running() + " are still running")
                .append(runningNames())
                .toString();
    }

    private String runningNames() {
        List<String> names = runtime().stream()
                .flatMap(runtime -> runtime.unfinishedTasks().stream())
                .filter(task -> task.state() == TaskState.RUNNING)
                .map(Task::toString)
                .toList();
        return names.isEmpty()
                ? ""
                : names.stream().limit(MOST_NAMED).collect(Collectors.joining(", ", " (", ""))
                        + (names.size() > MOST_NAMED ? ", ...)" : ")");
    }

    @Override
    public String toString() {
        return number + " (" + application + ")";
    }
}
