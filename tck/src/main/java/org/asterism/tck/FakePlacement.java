package org.asterism.tck;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.asterism.api.MemoryNode;
import org.asterism.api.Task;
import org.asterism.api.Worker;
import org.asterism.api.data.DataHandle;
import org.asterism.api.data.ReplicateState;
import org.asterism.api.data.TransferKind;
import org.asterism.api.model.Link;
import org.asterism.spi.policy.DataPlacement;

/**
 * Data placement with all data in main memory. The test sets the transfer times to other nodes, initially 0, and adds
 * links. It counts prefetches. Thread-safe.
 */
public final class FakePlacement implements DataPlacement {
    /** Returns an answer about a task and a memory node. */
    @FunctionalInterface
    public interface Answer {
        /**
         * Returns the transfer time of a task's data.
         *
         * @param task any task
         * @param node id of a memory node
         * @return nanoseconds
         */
        long of(Task task, int node);
    }

    private record Memory(int id) implements MemoryNode {
        @Override
        public String name() {
            return id == MAIN ? "main" : "memory-" + id;
        }

        @Override
        public long capacity() {
            return Long.MAX_VALUE;
        }

        @Override
        public long used() {
            return 0;
        }

        @Override
        public long cached() {
            return 0;
        }

        @Override
        public long received() {
            return 0;
        }

        @Override
        public long sent() {
            return 0;
        }
    }

    private record Ends(int from, int to) {}

    private final Map<Ends, Link> links = new ConcurrentHashMap<>();
    private final List<MemoryNode> nodes;
    private final AtomicLong prefetches = new AtomicLong();
    private volatile Answer travels = (task, node) -> 0;

    /** Creates a placement with main memory only. */
    public FakePlacement() {
        this(1);
    }

    /**
     * Creates a placement with several memory nodes and all data in the first one.
     *
     * @param count number of memory nodes, including main memory
     */
    public FakePlacement(int count) {
        nodes = IntStream.range(0, count).<MemoryNode>mapToObj(Memory::new).toList();
    }

    /**
     * Returns how often the policy requested a prefetch.
     *
     * @return number of requests
     */
    public long prefetches() {
        return prefetches.get();
    }

    /**
     * Sets the transfer times.
     *
     * @param answer returns nanoseconds
     */
    public void travels(Answer answer) {
        travels = Objects.requireNonNull(answer, "answer");
    }

    /**
     * Adds a link, which replaces an existing one between its nodes.
     *
     * @param link link without contention; NaN values mean that they are unknown
     */
    public void addLink(Link link) {
        links.put(new Ends(link.from(), link.to()), link);
    }

    @Override
    public List<MemoryNode> memoryNodes() {
        return nodes;
    }

    @Override
    public ReplicateState state(DataHandle handle, int node) {
        return ReplicateState.OWNED;
    }

    @Override
    public boolean isValidOrRequested(DataHandle handle, int node) {
        return true;
    }

    @Override
    public long transferNanos(Task task, int node) {
        return travels.of(task, node);
    }

    /**
     * Returns the time over the direct link, or otherwise over two links through main memory. Links that do not exist
     * take no time.
     */
    @Override
    public long transferNanos(int from, int to, long bytes) {
        if (from == to) {
            return 0;
        }
        return link(from, to)
                .map(link -> nanos(link, bytes))
                .orElseGet(() -> from == MemoryNode.MAIN || to == MemoryNode.MAIN
                        ? 0
                        : transferNanos(from, MemoryNode.MAIN, bytes) + transferNanos(MemoryNode.MAIN, to, bytes));
    }

    private static long nanos(Link link, long bytes) {
        double nanos = link.latencyNanos() + bytes * 1e9 / link.bytesPerSecond();
        return Double.isNaN(nanos) ? 0 : Math.max(1, Math.round(nanos));
    }

    @Override
    public Optional<Link> link(int from, int to) {
        return Optional.ofNullable(links.get(new Ends(from, to)));
    }

    @Override
    public void prefetch(Task task, Worker worker, TransferKind kind, int priority) {
        prefetches.incrementAndGet();
    }
}
