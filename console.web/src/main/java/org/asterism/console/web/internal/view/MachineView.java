package org.asterism.console.web.internal.view;

import java.util.List;
import org.asterism.api.MemoryNode;
import org.asterism.api.TaskRuntime;
import org.asterism.console.web.internal.live.LinkView;
import org.asterism.console.web.internal.live.RuntimeWatch;

/** {@code /api/memory} and {@code /api/transfers}. */
final class MachineView {
    private MachineView() {}

    static List<JsonObject> memory(TaskRuntime runtime) {
        return runtime.memoryNodes().stream().map(MachineView::node).toList();
    }

    private static JsonObject node(MemoryNode node) {
        return new JsonObject()
                .with("id", node.id())
                .with("name", node.name())
                .with("capacity_bytes", node.capacity())
                .with("used_bytes", node.used())
                .with("cached_bytes", node.cached())
                .with("received_bytes", node.received())
                .with("sent_bytes", node.sent());
    }

    static List<JsonObject> transfers(RuntimeWatch watch) {
        return watch.links().stream().map(MachineView::link).toList();
    }

    private static JsonObject link(LinkView link) {
        return new JsonObject()
                .with("from", link.from())
                .with("to", link.to())
                .with("copies", link.copies())
                .with("bytes", link.bytes())
                .with("copy_ns", link.nanos());
    }
}
