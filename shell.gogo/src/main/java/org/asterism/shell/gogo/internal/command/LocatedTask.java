package org.asterism.shell.gogo.internal.command;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.asterism.api.Task;
import org.asterism.spi.application.UsageException;

/**
 * A task that has not ended, with its runtime.
 *
 * @param runtime the runtime
 * @param task the task
 */
public record LocatedTask(NamedRuntime runtime, Task task) {
    /**
     * Finds a task that has not ended.
     *
     * @param runtimes where to look
     * @param typed {@code #12}, {@code gemm#12} or {@code RUNTIME/gemm#12}
     * @return empty if no such task has not ended
     * @throws UsageException if several runtimes have one
     */
    public static Optional<LocatedTask> find(Runtimes runtimes, String typed) {
        String id = typed.substring(typed.lastIndexOf('#') + 1);
        List<LocatedTask> found = new ArrayList<>();
        for (NamedRuntime runtime : runtimes.all()) {
            runtime.runtime().unfinishedTasks().stream()
                    .filter(task -> id.equals(Long.toString(task.id())))
                    .map(task -> new LocatedTask(runtime, task))
                    .filter(each -> each.isMeant(typed))
                    .forEach(found::add);
        }
        if (found.size() > 1) {
            throw new UsageException("several runtimes have a task '" + typed + "': say which, "
                    + found.stream().map(LocatedTask::toString).collect(Collectors.joining(" or ")));
        }
        return found.stream().findFirst();
    }

    private boolean isMeant(String typed) {
        String full = toString();
        return typed.startsWith("#") || full.equals(typed) || full.endsWith("/" + typed);
    }

    @Override
    public String toString() {
        return runtime.name() + "/" + task;
    }
}
