package org.asterism.shell.gogo.internal.run;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.asterism.api.Task;
import org.asterism.report.text.Said;
import org.asterism.shell.gogo.internal.command.NamedRuntime;
import org.asterism.shell.gogo.internal.command.Runtimes;
import org.asterism.spi.application.UsageException;

/** Cancellation of one waiting task. */
final class TaskCancellation {
    private TaskCancellation() {}

    /** Task with its runtime. */
    private record Found(NamedRuntime runtime, Task task) {
        @Override
        public String toString() {
            return runtime.name() + "/" + task;
        }
    }

    /** Cancels the task that the user typed: {@code #12}, {@code gemm#12} or {@code RUNTIME/gemm#12}. */
    static Said cancel(Runtimes runtimes, String typed) {
        String id = typed.substring(typed.lastIndexOf('#') + 1);
        List<Found> found = new ArrayList<>();
        for (NamedRuntime runtime : runtimes.all()) {
            runtime.runtime().unfinishedTasks().stream()
                    .filter(task -> id.equals(Long.toString(task.id())))
                    .map(task -> new Found(runtime, task))
                    .filter(each -> isMeant(typed, each))
                    .forEach(found::add);
        }
        if (found.isEmpty()) {
            throw new UsageException("there is no task '" + typed
                    + "' that has not ended; asterism:tasks lists the oldest that wait, with codelet and id");
        }
        if (found.size() > 1) {
            throw new UsageException("several runtimes have a task '" + typed + "': say which, "
                    + found.stream().map(Found::toString).collect(Collectors.joining(" or ")));
        }
        Found meant = found.getFirst();
        if (!meant.task().cancel()) {
            throw new UsageException("task " + meant.task() + " is "
                    + meant.task().state().name().toLowerCase(Locale.ROOT)
                    + ": only tasks that have not begun can be cancelled");
        }
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("runtime", meant.runtime().name());
        fields.put("context", meant.task().context().name());
        fields.put("task", meant.task().id());
        fields.put("codelet", meant.task().codelet().name());
        return new Said("task " + meant.task() + " was cancelled, and with it the tasks that depend on it", fields);
    }

    /** Whether the typed text means a task. {@code #12}, {@code gemm#12} and {@code cholesky/gemm#12} mean task 12. */
    private static boolean isMeant(String typed, Found found) {
        String full = found.toString();
        return typed.startsWith("#") || full.equals(typed) || full.endsWith("/" + typed);
    }
}
