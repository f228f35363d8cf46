package org.asterism.spi.application;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.asterism.api.MemoryNode;
import org.asterism.api.TaskRuntime;

/**
 * Counts the bytes copied to each memory node since a moment. Applications report them as {@code bytes_received}, to
 * show whether data moved. Not thread-safe.
 */
public final class MemoryTally {
    private final TaskRuntime runtime;
    private final Map<Integer, Long> before = new HashMap<>();

    /**
     * Begins to count now.
     *
     * @param runtime the runtime with the memory nodes; none of its tasks should run
     */
    public MemoryTally(TaskRuntime runtime) {
        this.runtime = runtime;
        for (MemoryNode node : runtime.memoryNodes()) {
            before.put(node.id(), node.received());
        }
    }

    /**
     * The bytes; to be asked when all tasks have ended.
     *
     * @return by the nodes' names, in the order of their ids, main memory first; without nodes that have left
     */
    public Map<String, Long> received() {
        Map<String, Long> bytes = new LinkedHashMap<>();
        for (MemoryNode node : runtime.memoryNodes()) {
            bytes.put(node.name(), node.received() - before.getOrDefault(node.id(), 0L));
        }
        return bytes;
    }
}
