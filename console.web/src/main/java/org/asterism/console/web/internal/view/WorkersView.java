package org.asterism.console.web.internal.view;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.asterism.api.FormerWorker;
import org.asterism.api.SchedulingContext;
import org.asterism.api.TaskRuntime;
import org.asterism.api.Worker;

/** {@code /api/workers}. */
final class WorkersView {
    private WorkersView() {}

    static List<JsonObject> of(TaskRuntime runtime) {
        Map<Integer, List<String>> contexts = new HashMap<>();
        for (SchedulingContext context : runtime.contexts()) {
            for (Worker worker : context.workers()) {
                contexts.computeIfAbsent(worker.id(), _ -> new ArrayList<>()).add(context.name());
            }
        }
        List<JsonObject> all = new ArrayList<>();
        for (Worker worker : runtime.workers()) {
            all.add(new JsonObject()
                    .with("id", worker.id())
                    .with("name", worker.name())
                    .with("architecture", worker.architecture().name())
                    .with("memory_node", worker.memoryNode())
                    .with("state", worker.state().name().toLowerCase(Locale.ROOT))
                    .with("tasks", worker.executedTasks())
                    .with("contexts", contexts.getOrDefault(worker.id(), List.of())));
        }
        for (FormerWorker left : runtime.formerWorkers()) {
            all.add(new JsonObject()
                    .with("id", left.id())
                    .with("name", left.name())
                    .with("architecture", left.architecture().name())
                    .with("memory_node", null)
                    .with("state", "left")
                    .with("tasks", left.executedTasks())
                    .with("contexts", List.of()));
        }
        return all;
    }
}
