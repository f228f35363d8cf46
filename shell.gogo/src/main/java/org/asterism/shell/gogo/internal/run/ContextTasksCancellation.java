package org.asterism.shell.gogo.internal.run;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.asterism.api.SchedulingContext;
import org.asterism.report.text.Said;
import org.asterism.shell.gogo.internal.command.Runtimes;
import org.asterism.spi.application.UsageException;

/** Cancellation of all waiting tasks of a context. */
final class ContextTasksCancellation {
    private ContextTasksCancellation() {}

    static Said cancel(Runtimes runtimes, String typed) {
        List<Runtimes.Located> named = runtimes.contexts().stream()
                .filter(each -> typed.equals(each.context().name()))
                .toList();
        if (named.size() > 1) {
            throw new UsageException("several runtimes have a context '" + typed + "': say which, "
                    + named.stream().map(Runtimes.Located::label).collect(Collectors.joining(" or ")));
        }
        Runtimes.Located located = runtimes.context(typed);
        SchedulingContext context = located.context();
        long cancelled = context.cancelTasks(
                "the tasks of context '" + context.name() + "' were cancelled by " + CancelCommand.BY);
        long running = context.load().running();
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("runtime", located.runtime().name());
        fields.put("context", context.name());
        fields.put("cancelled", cancelled);
        fields.put("running", running);
        return new Said(
                String.format(
                        Locale.ROOT,
                        "%s of context %s %s cancelled, %s running",
                        cancelled == 1 ? "1 task" : cancelled + " tasks",
                        located.label(),
                        cancelled == 1 ? "was" : "were",
                        running == 0 ? "none is" : running == 1 ? "1 is still" : running + " are still"),
                fields);
    }
}
