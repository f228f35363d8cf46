package org.asterism.tck;

import java.util.List;
import org.asterism.api.MemoryNode;
import org.asterism.api.Task;
import org.asterism.api.Worker;
import org.asterism.api.data.DataHandle;
import org.asterism.api.data.ReplicateState;
import org.asterism.api.data.TransferKind;
import org.asterism.spi.policy.DataPlacement;

/** All data are in main memory, and there is no other. */
final class FakePlacement implements DataPlacement {
    static final FakePlacement ONLY_MAIN_MEMORY = new FakePlacement();

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

    private FakePlacement() {}

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
        return 0;
    }

    @Override
    public void prefetch(Task task, Worker worker, TransferKind kind, int priority) {
        // The data are there.
    }
}
