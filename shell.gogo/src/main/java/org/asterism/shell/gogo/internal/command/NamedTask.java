package org.asterism.shell.gogo.internal.command;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.asterism.api.Task;
import org.asterism.api.TaskOverview.WaitingTask;
import org.asterism.spi.application.UsageException;

/**
 * A task that has not ended, and its runtime.
 *
 * @param runtime the runtime
 * @param task the task
 */
public record NamedTask(NamedRuntime runtime, Task task) {
    private static final int SUGGESTED = 10;

    /**
     * Finds a task.
     *
     * @param runtimes the runtimes to look in
     * @param typed {@code #12}, {@code gemm#12} or {@code RUNTIME/gemm#12}
     * @return the task
     * @throws UsageException if there is none that has not ended, or if there are several
     */
    public static NamedTask find(Runtimes runtimes, String typed) {
        return findUnfinished(runtimes, typed)
                .orElseThrow(() -> new UsageException("there is no task '" + typed
                        + "' that has not ended; asterism:tasks lists the oldest that wait, with codelet and id"));
    }

    /**
     * Finds a task, if it has not ended.
     *
     * @param runtimes the runtimes to look in
     * @param typed {@code #12}, {@code gemm#12} or {@code RUNTIME/gemm#12}
     * @return empty if no such task has not ended
     * @throws UsageException if there are several, or the task of this number has another codelet or runtime
     */
    public static Optional<NamedTask> findUnfinished(Runtimes runtimes, String typed) {
        String id = typed.substring(typed.lastIndexOf('#') + 1);
        List<NamedTask> found = new ArrayList<>();
        List<NamedTask> others = new ArrayList<>();
        for (NamedRuntime runtime : runtimes.all()) {
            if (runtime.runtime().hasBegun()) {
                runtime.runtime().unfinishedTasks().stream()
                        .filter(task -> id.equals(Long.toString(task.id())))
                        .map(task -> new NamedTask(runtime, task))
                        .forEach(each -> (each.isMeant(typed) ? found : others).add(each));
            }
        }
        if (found.size() > 1) {
            throw new UsageException("several runtimes have a task '" + typed + "': say which, "
                    + found.stream().map(NamedTask::toString).collect(Collectors.joining(" or ")));
        }
        if (found.isEmpty() && !others.isEmpty()) {
            throw new UsageException("there is no task '" + typed + "': task " + id + " is "
                    + others.stream().map(NamedTask::toString).collect(Collectors.joining(" or ")));
        }
        return found.stream().findFirst();
    }

    /** {@code #12}, {@code gemm#12} and {@code cholesky/gemm#12} mean task 12. */
    private boolean isMeant(String typed) {
        String full = toString();
        return typed.startsWith("#") || full.equals(typed) || full.endsWith("/" + typed);
    }

    /**
     * The oldest waiting tasks as words that can be typed.
     *
     * @param runtimes the runtimes to look in
     * @return the first of each runtime that has begun
     */
    public static List<Suggestion> suggested(Runtimes runtimes) {
        List<Suggestion> all = new ArrayList<>();
        for (NamedRuntime runtime : runtimes.all()) {
            if (runtime.runtime().hasBegun()) {
                for (WaitingTask task : runtime.runtime().tasks(SUGGESTED).oldestWaiting()) {
                    all.add(new Suggestion(
                            task.codelet() + "#" + task.id(), "task of " + runtime.name() + "/" + task.context()));
                }
            }
        }
        return all;
    }

    @Override
    public String toString() {
        return runtime.name() + "/" + task;
    }
}
