package org.asterism.policy.modular.internal.registry;

import java.util.List;
import java.util.Optional;
import org.asterism.api.MemoryNode;
import org.asterism.api.Task;
import org.asterism.api.Worker;
import org.asterism.api.data.DataHandle;
import org.asterism.api.data.ReplicateState;
import org.asterism.api.data.TransferKind;
import org.asterism.api.model.Link;
import org.asterism.api.model.Links;
import org.asterism.spi.policy.DataPlacement;

/**
 * Memory nodes without data.
 *
 * @param memoryNodes memory nodes of the runtime
 * @param links links between them
 */
record Nowhere(List<MemoryNode> memoryNodes, Links links) implements DataPlacement {
    @Override
    public ReplicateState state(DataHandle handle, int node) {
        return ReplicateState.INVALID;
    }

    @Override
    public boolean isValidOrRequested(DataHandle handle, int node) {
        return false;
    }

    @Override
    public long transferNanos(Task task, int node) {
        return 0;
    }

    @Override
    public long transferNanos(int from, int to, long bytes) {
        return 0;
    }

    @Override
    public Optional<Link> link(int from, int to) {
        return links.all().stream()
                .filter(link -> link.from() == from && link.to() == to)
                .findFirst();
    }

    @Override
    public void prefetch(Task task, Worker worker, TransferKind kind, int priority) {
        // There is nothing to fetch.
    }
}
