package org.asterism.components.modular.fifo.internal;

import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.asterism.api.MemoryNode;
import org.asterism.api.Task;
import org.asterism.api.Worker;
import org.asterism.api.data.DataHandle;
import org.asterism.api.data.ReplicateState;
import org.asterism.api.data.TransferKind;
import org.asterism.api.model.Link;
import org.asterism.spi.policy.DataPlacement;

/** Data that are where a test says, in two memories. */
final class FakeData implements DataPlacement {
    private record On(DataHandle handle, int node) {}

    private final Set<On> valid = new HashSet<>();
    private final Set<On> requested = new HashSet<>();
    private final Set<On> allocated = new HashSet<>();
    final List<String> prefetches = new ArrayList<>();
    int looks;

    /** Data of some bytes that are nowhere. */
    DataHandle of(long bytes) {
        return (DataHandle) Proxy.newProxyInstance(
                FakeData.class.getClassLoader(),
                new Class<?>[] {DataHandle.class},
                (self, method, arguments) -> switch (method.getName()) {
                    case "bytes" -> bytes;
                    case "hashCode" -> System.identityHashCode(self);
                    case "equals" -> self == arguments[0];
                    case "toString" -> bytes + " bytes";
                    default -> throw new UnsupportedOperationException(method.getName());
                });
    }

    DataHandle on(int node, DataHandle handle) {
        valid.add(new On(handle, node));
        return onItsWay(node, handle);
    }

    DataHandle onItsWay(int node, DataHandle handle) {
        requested.add(new On(handle, node));
        return allocated(node, handle);
    }

    DataHandle allocated(int node, DataHandle handle) {
        allocated.add(new On(handle, node));
        return handle;
    }

    /** Only their number is looked at. */
    @Override
    public List<MemoryNode> memoryNodes() {
        return Arrays.asList(null, null);
    }

    @Override
    public ReplicateState state(DataHandle handle, int node) {
        looks++;
        return valid.contains(new On(handle, node)) ? ReplicateState.SHARED : ReplicateState.INVALID;
    }

    @Override
    public boolean isValidOrRequested(DataHandle handle, int node) {
        return requested.contains(new On(handle, node));
    }

    @Override
    public boolean isAllocated(DataHandle handle, int node) {
        return allocated.contains(new On(handle, node));
    }

    @Override
    public long missingBytes(Task task, int node) {
        throw new UnsupportedOperationException();
    }

    @Override
    public long transferNanos(DataHandle handle, int node) {
        throw new UnsupportedOperationException();
    }

    @Override
    public long transferNanos(Task task, int node) {
        throw new UnsupportedOperationException();
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
        prefetches.add(task + " for " + worker.id() + " as " + kind + " of " + priority);
    }
}
