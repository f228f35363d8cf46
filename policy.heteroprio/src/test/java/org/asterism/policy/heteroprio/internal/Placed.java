package org.asterism.policy.heteroprio.internal;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import org.asterism.api.MemoryNode;
import org.asterism.api.Task;
import org.asterism.api.Worker;
import org.asterism.api.data.DataHandle;
import org.asterism.api.data.ReplicateState;
import org.asterism.api.data.TransferKind;
import org.asterism.api.model.Link;
import org.asterism.spi.policy.DataPlacement;

/** Data in main memory, unless a test says otherwise; tells of prefetches. */
final class Placed implements DataPlacement {
    private final BiConsumer<Task, Worker> prefetches;
    private final Map<DataHandle, Integer> nodes;

    Placed(BiConsumer<Task, Worker> prefetches) {
        this(prefetches, Map.of());
    }

    Placed(BiConsumer<Task, Worker> prefetches, Map<DataHandle, Integer> nodes) {
        this.prefetches = prefetches;
        this.nodes = nodes;
    }

    @Override
    public List<MemoryNode> memoryNodes() {
        return List.of();
    }

    @Override
    public ReplicateState state(DataHandle handle, int node) {
        return nodes.getOrDefault(handle, 0) == node ? ReplicateState.OWNED : ReplicateState.INVALID;
    }

    @Override
    public boolean isValidOrRequested(DataHandle handle, int node) {
        return state(handle, node).isValid();
    }

    @Override
    public long transferNanos(DataHandle handle, int node) {
        return isValidOrRequested(handle, node) ? 0 : handle.bytes();
    }

    @Override
    public long transferNanos(Task task, int node) {
        return 0;
    }

    @Override
    public long transferNanos(int from, int to, long bytes) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Optional<Link> link(int from, int to) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void prefetch(Task task, Worker worker, TransferKind kind, int priority) {
        prefetches.accept(task, worker);
    }
}
