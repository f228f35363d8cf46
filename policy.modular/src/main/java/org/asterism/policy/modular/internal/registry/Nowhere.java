package org.asterism.policy.modular.internal.registry;

import java.util.List;
import org.asterism.api.MemoryNode;
import org.asterism.api.Task;
import org.asterism.api.Worker;
import org.asterism.api.data.DataHandle;
import org.asterism.api.data.ReplicateState;
import org.asterism.api.data.TransferKind;
import org.asterism.spi.policy.DataPlacement;

/**
 * Memory nodes without data.
 *
 * @param memoryNodes of the runtime
 */
record Nowhere(List<MemoryNode> memoryNodes) implements DataPlacement {
    @Override
    public ReplicateState state(DataHandle handle, int node) {
        return ReplicateState.INVALID;
    }

    @Override
    public boolean isValidOrRequested(DataHandle handle, int node) {
        return false;
    }

    @Override
    public long missingBytes(Task task, int node) {
        return 0;
    }

    @Override
    public long transferNanos(DataHandle handle, int node) {
        return 0;
    }

    @Override
    public long transferNanos(Task task, int node) {
        return 0;
    }

    @Override
    public void prefetch(Task task, Worker worker, TransferKind kind, int priority) {
        // There is nothing to fetch.
    }
}
