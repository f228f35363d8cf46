package org.asterism.core.internal.coherence;

import java.util.List;
import org.asterism.api.MemoryNode;
import org.asterism.api.Task;
import org.asterism.api.Worker;
import org.asterism.api.data.DataHandle;
import org.asterism.api.data.ReplicateState;
import org.asterism.api.data.TransferKind;
import org.asterism.core.internal.data.Handle;
import org.asterism.core.internal.task.Job;
import org.asterism.spi.policy.DataPlacement;

/** What policies may ask of the data, and wish for them. */
public final class Placement implements DataPlacement {
    private final Traffic traffic;

    public Placement(Traffic traffic) {
        this.traffic = traffic;
    }

    @Override
    public List<MemoryNode> memoryNodes() {
        return traffic.nodes();
    }

    @Override
    public ReplicateState state(DataHandle handle, int node) {
        Replicates copies = ((Handle) handle).replicates();
        if (copies != null) {
            return copies.stateOn(node);
        }
        return node == MemoryNode.MAIN ? ReplicateState.OWNED : ReplicateState.INVALID;
    }

    @Override
    public boolean isValidOrRequested(DataHandle handle, int node) {
        Replicates copies = ((Handle) handle).replicates();
        return copies == null ? node == MemoryNode.MAIN : copies.isValidOrRequested(node);
    }

    @Override
    public boolean isAllocated(DataHandle handle, int node) {
        Replicates copies = ((Handle) handle).replicates();
        return copies == null ? node == MemoryNode.MAIN : copies.isAllocatedOn(node);
    }

    @Override
    public long missingBytes(Task task, int node) {
        long missing = 0;
        for (int index = 0; index < task.dataCount(); index++) {
            DataHandle handle = task.handle(index);
            if (task.accessMode(index).reads() && !isValidOrRequested(handle, node)) {
                missing += handle.bytes();
            }
        }
        return missing;
    }

    @Override
    public long transferNanos(DataHandle handle, int node) {
        Node target = traffic.find(node);
        Replicates copies = ((Handle) handle).replicates();
        if (copies == null) {
            return target.isMain() ? 0 : nanos(traffic.main(), target, handle.bytes());
        }
        if (copies.stateOn(node).isValid()) {
            return 0;
        }
        long best = Long.MAX_VALUE;
        for (Replicate copy : copies.copies()) {
            if (copy != null && copy.isValid()) {
                best = Math.min(best, nanos(copy.node, target, handle.bytes()));
            }
        }
        return best;
    }

    /** By the direct link or, if there is none, through main memory. */
    private long nanos(Node from, Node to, long bytes) {
        long direct = Transfers.directNanos(from, to, bytes);
        return direct >= 0
                ? direct
                : Transfers.directNanos(from, traffic.main(), bytes) + Transfers.directNanos(traffic.main(), to, bytes);
    }

    @Override
    public long transferNanos(Task task, Worker worker) {
        long sum = 0;
        for (int index = 0; index < task.dataCount(); index++) {
            if (task.accessMode(index).reads()) {
                long nanos = transferNanos(task.handle(index), worker.memoryNode());
                sum += nanos == Long.MAX_VALUE ? 0 : nanos; // data that nobody has written yet are not brought
            }
        }
        return sum;
    }

    @Override
    public void prefetch(Task task, Worker worker, TransferKind kind) {
        if (kind == TransferKind.FETCH) {
            throw new IllegalArgumentException("a policy may prefetch only: use TASK_PREFETCH for data of " + task);
        }
        if (task.dataCount() > 0) {
            traffic.prefetch((Job) task, worker.memoryNode(), kind);
        }
    }
}
