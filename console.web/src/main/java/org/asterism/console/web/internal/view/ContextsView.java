package org.asterism.console.web.internal.view;

import java.util.List;
import java.util.Locale;
import org.asterism.api.ContextLoad;
import org.asterism.api.SchedulingContext;
import org.asterism.api.TaskRuntime;
import org.asterism.api.Worker;
import org.asterism.api.tree.ComponentView;
import org.asterism.api.tree.TreeView;

/** {@code /api/contexts}: policies, queue lengths and trees. */
final class ContextsView {
    private ContextsView() {}

    static List<JsonObject> of(TaskRuntime runtime) {
        return runtime.contexts().stream().map(ContextsView::context).toList();
    }

    private static JsonObject context(SchedulingContext context) {
        ContextLoad load = context.load();
        return new JsonObject()
                .with("name", context.name())
                .with("state", context.state().name().toLowerCase(Locale.ROOT))
                .with("policy", context.policy().orElse(null))
                .with("wanted_policy", context.wantedPolicy())
                .with("trouble", context.trouble().orElse(null))
                .with("parent", context.parent().map(SchedulingContext::name).orElse(null))
                .with("workers", context.workers().stream().map(Worker::id).toList())
                .with("submitted", load.submitted())
                .with("ready", load.ready())
                .with("running", load.running())
                .with("done", load.done())
                .with("failed", load.failed())
                .with("cancelled", load.cancelled())
                .with("tree", context.tree().map(ContextsView::tree).orElse(null));
    }

    private static JsonObject tree(TreeView tree) {
        return new JsonObject()
                .with("policy", tree.policy())
                .with("pushed", tree.pushed())
                .with("popped", tree.popped())
                .with(
                        "components",
                        tree.components().stream().map(ContextsView::component).toList());
    }

    private static JsonObject component(ComponentView component) {
        return new JsonObject()
                .with("name", component.name())
                .with("kind", component.kind())
                .with("family", component.family())
                .with("children", component.children())
                .with("workers", component.workers().size())
                .with("keeps_tasks", component.reservoir())
                .with("tasks", component.storedTasks())
                .with("expected_ns", component.expectedNanos());
    }
}
