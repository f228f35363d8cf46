package org.asterism.shell.gogo.internal.context;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.asterism.api.SchedulingContext;
import org.asterism.api.TaskRuntime;
import org.asterism.api.Worker;
import org.asterism.api.WorkerSelection;
import org.asterism.report.text.Ranges;
import org.asterism.report.text.Said;
import org.asterism.shell.gogo.internal.command.Runtimes;

/** Implementation of {@code asterism:context add} and {@code remove}, which move workers between contexts. */
final class WorkerTransfer {
    private WorkerTransfer() {}

    static Said move(Runtimes.Located located, String selection, boolean adds) {
        SchedulingContext context = located.context();
        List<Worker> before = context.workers();
        List<Worker> meant =
                Refusals.asUsage(() -> located.runtime().runtime().workers(WorkerSelection.parse(selection)));
        Refusals.asUsage(() -> {
            if (adds) {
                context.addWorkers(meant);
            } else {
                context.removeWorkers(meant);
            }
        });
        List<String> moved = ContextFields.names(
                meant.stream().filter(worker -> before.contains(worker) != adds).toList());
        List<String> now = ContextFields.names(context.workers());
        String sentence = "context '" + located.label() + "': "
                + (moved.isEmpty()
                        ? meant.isEmpty() ? "'" + selection + "' means no worker" : "nothing to do"
                        : (adds ? "got " : "gave away ") + Ranges.workers(moved))
                + "; it has " + Ranges.workers(now);
        List<String> unplaced = adds ? List.of() : unplaced(located.runtime().runtime(), moved);
        if (!unplaced.isEmpty()) {
            sentence += "; in no context now: " + Ranges.of(unplaced) + ", see asterism:context add";
        }
        Map<String, Object> fields = ContextFields.fields(located.runtime(), context);
        fields.put(adds ? "added" : "removed", moved);
        fields.put("workers", now);
        return new Said(sentence, fields);
    }

    /**
     * Returns the moved workers that are in no context of the runtime. They only run tasks that the program gives to
     * them directly.
     */
    private static List<String> unplaced(TaskRuntime runtime, List<String> moved) {
        Set<String> placed = new HashSet<>();
        runtime.contexts().forEach(each -> placed.addAll(ContextFields.names(each.workers())));
        return moved.stream().filter(name -> !placed.contains(name)).toList();
    }
}
