package org.asterism.core.internal.coherence;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import org.asterism.spi.driver.NativeMemory;

/**
 * Free memory blocks of a node, kept for the next copies of their sizes. Only commands of the {@link Traffic} change
 * it.
 */
final class KeptBlocks {
    private final Map<Long, ArrayDeque<NativeMemory.Block>> bySize = new HashMap<>();
    private volatile long bytes;

    /** Returns the number of bytes that are kept. Any thread may call it. */
    long bytes() {
        return bytes;
    }

    /** Keeps a block. */
    void keep(long size, NativeMemory.Block block) {
        bySize.computeIfAbsent(size, any -> new ArrayDeque<>()).push(block);
        bytes += size;
    }

    /** Whether a block of that size is kept. */
    boolean has(long size) {
        return bySize.containsKey(size);
    }

    /** Takes a block of a size; null if none is kept. */
    NativeMemory.Block take(long size) {
        ArrayDeque<NativeMemory.Block> kept = bySize.get(size);
        if (kept == null) {
            return null;
        }
        NativeMemory.Block block = kept.poll();
        if (kept.isEmpty()) {
            bySize.remove(size);
        }
        bytes -= size;
        return block;
    }

    /** Takes any block; null if none is kept. */
    NativeMemory.Block takeAny() {
        return bySize.isEmpty() ? null : take(bySize.keySet().iterator().next());
    }
}
