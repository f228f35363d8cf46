package org.asterism.core.internal.coherence;

import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.asterism.api.Access;
import org.asterism.api.MemoryNode;
import org.asterism.api.Task;
import org.asterism.api.Worker;
import org.asterism.api.data.DataHandle;
import org.asterism.api.data.ReplicateState;
import org.asterism.api.data.TransferKind;
import org.asterism.api.model.Link;
import org.asterism.api.model.Predictor;
import org.asterism.core.internal.data.Handle;
import org.asterism.core.internal.task.Job;
import org.asterism.spi.policy.DataPlacement;

/** Serves the queries and requests of policies about data. */
public final class Placement implements DataPlacement {
    private final Traffic traffic;
    private final FormTravel formTravel;
    private final boolean prefetches;

    /**
     * Answers for one runtime.
     *
     * @param predictor knows how long conversions take; null on a described machine, where they take no time
     * @param workers all of the runtime
     * @param prefetches false to ignore what policies ask to prefetch
     */
    public Placement(
            Traffic traffic,
            Predictor predictor,
            Supplier<? extends List<? extends Worker>> workers,
            boolean prefetches) {
        this.traffic = traffic;
        this.prefetches = prefetches;
        formTravel = new FormTravel(traffic.sources(), predictor, workers);
    }

    @Override
    public List<MemoryNode> memoryNodes() {
        return traffic.nodes();
    }

    @Override
    public ReplicateState state(DataHandle handle, int node) {
        return Directory.stateOn((Handle) handle, node);
    }

    @Override
    public boolean isValidOrRequested(DataHandle handle, int node) {
        Replicates copies = moved(handle, node);
        return copies == null ? node == MemoryNode.MAIN : copies.isValidOrRequested(node);
    }

    @Override
    public boolean isAllocated(DataHandle handle, int node) {
        return Directory.isAllocatedOn((Handle) handle, node);
    }

    @Override
    public long missingBytes(Task task, int node) {
        long missing = 0;
        for (int index = 0; index < task.dataCount(); index++) {
            if (isBrought(task.accessMode(index))) {
                DataHandle handle = task.handle(index);
                Replicates copies = moved(handle, node);
                missing += copies != null ? missingBytes(copies, node) : node == MemoryNode.MAIN ? 0 : handle.bytes();
            }
        }
        return missing;
    }

    /**
     * Returns the number of bytes that must be copied before data are there. For data that are put together there
     * first, these are the bytes of the parts that are elsewhere.
     */
    private static long missingBytes(Replicates copies, int node) {
        if (copies.isValidOrRequested(node)) {
            return 0;
        }
        List<Replicates> parts = copies.parts();
        if (parts.isEmpty() || !copies.isAllocatedOn(node)) {
            return copies.bytes();
        }
        long missing = 0;
        for (int index = 0; index < parts.size(); index++) {
            missing += missingBytes(parts.get(index), node);
        }
        return missing;
    }

    /** The copies of the form that would be moved to a node; null for data that are at home only. */
    private Replicates moved(DataHandle handle, int node) {
        Replicates copies = Replicates.of((Handle) handle);
        return copies == null || copies.forms() == null ? copies : copies.movedTo(traffic.find(node));
    }

    /** Whether the data's value is needed on the node; contributions are made to a copy of the worker's own. */
    private static boolean isBrought(Access mode) {
        return mode.reads() && mode != Access.REDUX;
    }

    @Override
    public long transferNanos(DataHandle handle, int node) {
        return nanos((Handle) handle, node, null);
    }

    /** Returns the time for the transfer of data to a worker, or to any worker of a node. */
    private long nanos(Handle handle, int node, Worker reader) {
        NodeMemory target = traffic.find(node);
        Replicates copies = Replicates.of(handle);
        if (copies == null) {
            long bytes = target.isMain() ? 0 : handle.bytes();
            return bytes == 0 ? 0 : traffic.sources().fromMain(target, bytes);
        }
        if (copies.forms() != null) {
            return formTravel.nanos(copies.forms(), target, reader);
        }
        return nanos(copies, target);
    }

    /**
     * Returns the time until data are on a node. Data whose parts have the value are put together there, or come from
     * main memory.
     */
    private long nanos(Replicates copies, NodeMemory target) {
        if (copies.bytes() == 0 || copies.isValidOrRequested(target.id())) {
            return 0;
        }
        List<Replicates> parts = copies.parts();
        if (parts.isEmpty()) {
            return traffic.sources().nanos(copies, target);
        }
        if (!copies.isAllocatedOn(target.id()) && !target.isMain()) {
            return nanos(copies, traffic.find(MemoryNode.MAIN))
                    + traffic.sources().fromMain(target, copies.bytes());
        }
        long sum = 0;
        for (int index = 0; index < parts.size(); index++) {
            long nanos = nanos(parts.get(index), target);
            sum += nanos == Long.MAX_VALUE ? 0 : nanos;
        }
        return sum;
    }

    @Override
    public long transferNanos(Task task, int node) {
        return nanos(task, node, null);
    }

    @Override
    public long transferNanos(Task task, Worker worker) {
        return nanos(task, worker.memoryNode(), worker);
    }

    private long nanos(Task task, int node, Worker reader) {
        long sum = 0;
        for (int index = 0; index < task.dataCount(); index++) {
            if (isBrought(task.accessMode(index))) {
                long nanos = nanos((Handle) task.handle(index), node, reader);
                sum += nanos == Long.MAX_VALUE ? 0 : nanos; // data that nobody has written yet are not brought
            }
        }
        return sum;
    }

    @Override
    public long transferNanos(int from, int to, long bytes) {
        if (bytes < 0) {
            throw new IllegalArgumentException("a copy of " + bytes + " bytes from memory node " + from + " to " + to
                    + " was asked about: give 0 or more");
        }
        return traffic.sources().between(traffic.find(from), traffic.find(to), bytes);
    }

    @Override
    public Optional<Link> link(int from, int to) {
        return traffic.sources().link(traffic.find(from), traffic.find(to));
    }

    @Override
    public void prefetch(Task task, Worker worker, TransferKind kind, int priority) {
        if (kind == TransferKind.FETCH) {
            throw new IllegalArgumentException("a policy may prefetch only: use TASK_PREFETCH for data of " + task);
        }
        if (prefetches && task.dataCount() > 0) {
            traffic.wishes().prefetch((Job) task, worker.memoryNode(), kind, priority);
        }
    }
}
