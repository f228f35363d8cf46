package org.asterism.tck;

import java.util.List;
import java.util.Objects;
import org.asterism.api.MemoryNode;
import org.asterism.api.Task;
import org.asterism.api.Worker;
import org.asterism.api.data.DataHandle;
import org.asterism.api.data.ReplicateState;
import org.asterism.api.data.TransferKind;
import org.asterism.spi.policy.DataPlacement;

/** All data are in main memory, and travel to other nodes as long as a test says: at first, no time at all. For any thread. */
public final class FakePlacement implements DataPlacement {
    /** Answers about a task and a memory node. */
    @FunctionalInterface
    public interface Answer {
        /**
         * How long a task's data travel.
         *
         * @param task any task
         * @param node the id of a memory node
         * @return nanoseconds
         */
        long of(Task task, int node);
    }

    private record MainMemory() implements MemoryNode {
        @Override
        public int id() {
            return MAIN;
        }

        @Override
        public String name() {
            return "main";
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

    private volatile Answer travels = (task, node) -> 0;

    /** Data that are where they are wanted. */
    public FakePlacement() {}

    /**
     * Sets how long data travel.
     *
     * @param answer nanoseconds
     */
    public void travels(Answer answer) {
        travels = Objects.requireNonNull(answer, "answer");
    }

    @Override
    public List<MemoryNode> memoryNodes() {
        return List.of(new MainMemory());
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
    public long missingBytes(Task task, int node) {
        return 0;
    }

    @Override
    public long transferNanos(DataHandle handle, int node) {
        return 0;
    }

    @Override
    public long transferNanos(Task task, int node) {
        return travels.of(task, node);
    }

    @Override
    public void prefetch(Task task, Worker worker, TransferKind kind, int priority) {
        // The data are there.
    }
}
