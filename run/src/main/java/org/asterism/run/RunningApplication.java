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
 * A run of an application that is under way, on a thread of its own. Any thread may watch and cancel it.
 *
 * <p>Cancelling calls off the run's waiting tasks, again and again because kernels may submit further ones, so that the
 * application's {@code waitAll} throws as soon as the running kernels have ended. An application that waits for
 * something else is interrupted.
 */
public final class RunningApplication {
    /** How long the thread that waits for a cancelled run waits for its end before it reports. */
    public static final Duration PATIENCE = Duration.ofSeconds(2);

    /** When an application is interrupted that has not ended by itself: before the report, so that most end in time. */
    private static final long INTERRUPT_NANOS = 300_000_000;

    private static final long PERIOD_MILLISECONDS = 50;
    private static final int MOST_NAMED = 4;

    /**
     * How far the run is. Of a run that repeats its application, the repetition under way.
     *
     * @param total tasks submitted so far, or announced by the application if these are more
     * @param done tasks that ended well
     * @param failed tasks that failed
     * @param cancelled tasks that were called off
     * @param running tasks that a worker has
     */
    public record Progress(long total, long done, long failed, long cancelled, long running) {
        /**
         * How many tasks have not ended.
         *
         * @return a count; those that were announced are among them
         */
        public long left() {
            return Math.max(0, total - done - failed - cancelled);
        }
    }

    private static final ContextLoad NOTHING = new ContextLoad(0, 0, 0, 0, 0, 0, Map.of(), 0);

    /** What a repetition works in, and what was done there before. */
    private record Place(TaskRuntime seen, Cancellation cancellation, ContextLoad before) {}

    private final int number;
    private final String application;
    private final Clock clock = Clock.system();
    private final Instant since = Instant.now();
    private final long begin = clock.nanoTime();
    private final CompletableFuture<Void> end = new CompletableFuture<>();
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

    /** Begins to run, on a daemon thread: an application that does not end must not keep the process from doing so. */
    void start(Callable<Void> work, Runnable whenEnded) {
        thread = Thread.ofPlatform().daemon().name("asterism-run-" + number).unstarted(() -> {
            try {
                work.call();
                whenEnded.run();
                end.complete(null);
            } catch (Throwable failure) {
                whenEnded.run();
                end.completeExceptionally(failure);
            }
        });
        thread.start();
    }

    /**
     * Says that the next repetition works in a runtime of its own. Its load is not read: from the first reading on,
     * workers read the clock before and after each task.
     */
    void enterOwn(TaskRuntime seen, Cancellation cancellation) {
        enter(new Place(seen, cancellation, NOTHING));
    }

    /** Says that the next repetition works in a context in which others may have worked. */
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

    /** Has a progress bar removed when the run is cancelled: the report takes its place. */
    void show(ProgressBar shown) {
        bar = shown;
    }

    /**
     * The number by which commands name it.
     *
     * @return from 1; not used again
     */
    public int number() {
        return number;
    }

    /**
     * What runs.
     *
     * @return the application's name
     */
    public String application() {
        return application;
    }

    /**
     * When the run began.
     *
     * @return by the system's clock
     */
    public Instant since() {
        return since;
    }

    /**
     * How long it has been running.
     *
     * @return in seconds
     */
    public double seconds() {
        return (clock.nanoTime() - begin) / 1e9;
    }

    /**
     * The runtime as the application sees it.
     *
     * @return empty until there is one
     */
    public Optional<TaskRuntime> runtime() {
        return Optional.ofNullable(place).map(Place::seen);
    }

    /**
     * How far it is.
     *
     * @return as of now
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
     * @param by what did it, such as {@code Ctrl-C}: part of the exceptions that the application gets
     * @return false if it is being cancelled already, or has ended
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
                    // The runtime ends meanwhile, and its tasks with it.
                }
            }
            if (!interrupted && clock.nanoTime() - from >= INTERRUPT_NANOS) {
                interrupted = true;
                thread.interrupt();
            }
            try {
                awaitEnd(Duration.ofMillis(PERIOD_MILLISECONDS));
            } catch (InterruptedException unexpected) {
                return; // Nobody knows this thread.
            }
        }
    }

    /**
     * Whether somebody has cancelled it.
     *
     * @return true from the call of {@link #cancel} on
     */
    public boolean isCancelled() {
        return cancelled.isDone();
    }

    /** Why it was cancelled. */
    String reason() {
        return cancelled.join();
    }

    /**
     * Whether it has ended, in whatever way.
     *
     * @return false while the application runs
     */
    public boolean hasEnded() {
        return end.isDone();
    }

    /**
     * Waits for the end.
     *
     * @param time how long at most
     * @return whether it has ended, in whatever way
     * @throws InterruptedException if the waiting thread is interrupted; the run goes on
     */
    public boolean awaitEnd(Duration time) throws InterruptedException {
        try {
            end.get(time.toNanos(), TimeUnit.NANOSECONDS);
        } catch (ExecutionException failed) {
            return true;
        } catch (TimeoutException late) {
            return false;
        }
        return true;
    }

    /**
     * Waits for the end of the run, for whoever has begun it. If the waiting thread is interrupted, the run is
     * cancelled.
     *
     * @throws StatusException if the run was cancelled: says how far it was; it may not have ended
     * @throws Exception what the application threw, or why it could not start
     */
    public void await() throws Exception {
        try {
            CompletableFuture.anyOf(end.exceptionally(failure -> null), cancelled)
                    .get();
        } catch (InterruptedException interrupted) {
            cancel("an interrupt");
        }
        if (isCancelled()) {
            ProgressBar shown = bar;
            if (shown != null) {
                shown.close();
            }
            try {
                CompletableFuture.anyOf(end.exceptionally(failure -> null), hurry)
                        .get(PATIENCE.toNanos(), TimeUnit.NANOSECONDS);
            } catch (TimeoutException late) {
                // The report says that it has not ended.
            } catch (InterruptedException again) {
                Thread.currentThread().interrupt(); // Nobody wants to wait for a report of the end.
            }
            if (!end.isDone() || end.isCompletedExceptionally()) {
                throw new StatusException(Failure.FAILED, report(), end.isDone() ? end.exceptionNow() : null);
            }
        }
        try {
            end.get();
        } catch (ExecutionException failed) {
            switch (failed.getCause()) {
                case Exception exception -> throw exception;
                case Error error -> throw error;
                default -> throw failed;
            }
        }
    }

    /** Has whoever waits for a cancelled run report at once, whether it has ended or not. */
    void hurry() {
        hurry.complete(null);
    }

    /** Is told that whoever has begun the run has reported its end, so that the process may end as well. */
    public void reported() {
        reported.complete(null);
    }

    /** Waits until the end of the run was reported; false if that took too long. */
    boolean awaitReported(Duration time) throws InterruptedException {
        try {
            reported.get(time.toNanos(), TimeUnit.NANOSECONDS);
            return true;
        } catch (ExecutionException | TimeoutException late) {
            return false;
        }
    }

    /**
     * How far a cancelled run was.
     *
     * @return a sentence on one line, without a full stop
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
