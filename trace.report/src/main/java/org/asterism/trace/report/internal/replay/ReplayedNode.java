package org.asterism.trace.report.internal.replay;

import org.asterism.api.MemoryNode;
import org.asterism.trace.TraceNode;

/** Memory of a recording. */
final class ReplayedNode extends StandIn {
    private final TraceNode node;

    private ReplayedNode(TraceNode node) {
        this.node = node;
    }

    static MemoryNode of(TraceNode node) {
        return new ReplayedNode(node).as(MemoryNode.class);
    }

    @Override
    Object answer(String question, Object[] arguments) {
        return switch (question) {
            case "id" -> node.id();
            case "name", "toString" -> node.name();
            default -> throw unknown(question);
        };
    }
}
