package org.asterism.trace.export.internal.timeline;

import java.util.HashMap;
import java.util.Map;
import org.asterism.trace.TraceEvent;
import org.asterism.trace.TraceNode;

/** Bytes of data in each memory while a recording is read. For one thread. */
public final class Memories {
    private final Map<TraceNode, Long> used = new HashMap<>();

    /**
     * Notes an event.
     *
     * @param event the next event of the recording
     * @return the memory whose use has changed; null if none has
     */
    public TraceNode add(TraceEvent event) {
        return switch (event) {
            case TraceEvent.Allocated it -> changed(it.node(), it.bytes());
            case TraceEvent.Freed it -> changed(it.node(), -it.bytes());
            default -> null;
        };
    }

    private TraceNode changed(TraceNode node, long bytes) {
        // The recording may have begun after the allocation.
        used.merge(node, Math.max(0, bytes), (before, _) -> Math.max(0, before + bytes));
        return node;
    }

    /**
     * Returns the bytes of data in a memory.
     *
     * @param node the memory
     * @return 0 or more; without what was allocated before the recording began
     */
    public long used(TraceNode node) {
        return used.getOrDefault(node, 0L);
    }
}
