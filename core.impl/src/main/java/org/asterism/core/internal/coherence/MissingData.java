package org.asterism.core.internal.coherence;

import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;
import org.asterism.api.MemoryNode;
import org.asterism.core.internal.data.Handle;

/**
 * Describes how data that are not up to date on a memory node get there. Any thread may use it; an answer is a hint.
 */
public final class MissingData {
    private MissingData() {}

    /**
     * Describes how the value of data comes to a node.
     *
     * @return words that follow the name of the data; empty if the copy there is up to date
     */
    public static Optional<String> describe(Handle handle, MemoryNode node) {
        Replicates copies = Replicates.of(handle);
        if (copies == null) {
            return node.id() == MemoryNode.MAIN
                    ? Optional.empty()
                    : Optional.of("is in main memory, and no copy to " + node.name() + " has begun");
        }
        Replicate there = copies.at(node.id());
        if (there != null && there.isValid()) {
            return Optional.empty();
        }
        TransferRequest request = there == null ? null : there.loading();
        return Optional.of(request == null ? notRequested(copies, node) : requested(request, node));
    }

    /** The fields of a request belong to the thread in the seat, and may be out of date here. */
    private static String requested(TransferRequest request, MemoryNode node) {
        Replicate from = request.from;
        String way = (from == null ? "" : " from " + from.node.name()) + " to " + node.name();
        return request.isUnderWay() ? "is being copied" + way : "waits for other copies before it is copied" + way;
    }

    private static String notRequested(Replicates copies, MemoryNode node) {
        String sources = Arrays.stream(copies.copies())
                .filter(Replicate::isValid)
                .map(copy -> copy.node.name())
                .collect(Collectors.joining(" and "));
        return sources.isEmpty()
                ? "has no value on any node"
                : "is on " + sources + ", and no copy to " + node.name()
                        + " has begun: there may be too little room for it";
    }
}
