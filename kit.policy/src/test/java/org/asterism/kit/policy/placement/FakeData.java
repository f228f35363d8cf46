package org.asterism.kit.policy.placement;

import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToLongBiFunction;
import org.asterism.api.MemoryNode;
import org.asterism.api.Task;
import org.asterism.api.Worker;
import org.asterism.api.data.DataHandle;
import org.asterism.api.data.ReplicateState;
import org.asterism.api.data.TransferKind;
import org.asterism.api.model.Link;
import org.asterism.spi.policy.DataPlacement;

/** Data that are where a test says, and travel as long as it says. */
final class FakeData implements DataPlacement {
    private record On(DataHandle handle, int node) {}

    /** A prefetch that the policy asked for. */
    record Prefetch(Task task, int worker, TransferKind kind) {}

    private final Set<On> valid = new HashSet<>();
    private final Set<On> requested = new HashSet<>();
    private final Set<On> allocated = new HashSet<>();
    final List<Prefetch> prefetches = new ArrayList<>();
    ToLongBiFunction<Task, Integer> travels = (task, node) -> 0;
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
        requested.add(new On(handle, node));
        allocated.add(new On(handle, node));
        return handle;
    }

    DataHandle onItsWay(int node, DataHandle handle) {
        requested.add(new On(handle, node));
        allocated.add(new On(handle, node));
        return handle;
    }

    DataHandle allocated(int node, DataHandle handle) {
        allocated.add(new On(handle, node));
        return handle;
    }

    @Override
    public List<MemoryNode> memoryNodes() {
        // Only their number is looked at.
        List<MemoryNode> two = new ArrayList<>();
        two.add(null);
        two.add(null);
        return two;
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

    public long transferNanos(Task task, int node) {
        return travels.applyAsLong(task, node);
    }

    @Override
    public long transferNanos(Task task, Worker worker) {
        return travels.applyAsLong(task, worker.memoryNode());
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
        prefetches.add(new Prefetch(task, worker.id(), kind));
    }
}
