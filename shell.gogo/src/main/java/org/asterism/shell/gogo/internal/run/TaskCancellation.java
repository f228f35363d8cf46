package org.asterism.shell.gogo.internal.run;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.asterism.report.text.Said;
import org.asterism.shell.gogo.internal.command.NamedTask;
import org.asterism.shell.gogo.internal.command.Runtimes;
import org.asterism.spi.application.UsageException;

/** Cancellation of one waiting task. */
final class TaskCancellation {
    private TaskCancellation() {}

    /** Cancels the task that the words name: {@code #12}, {@code gemm#12} or {@code RUNTIME/gemm#12}. */
    static Said cancel(Runtimes runtimes, String typed) {
        NamedTask meant = NamedTask.find(runtimes, typed);
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
}
