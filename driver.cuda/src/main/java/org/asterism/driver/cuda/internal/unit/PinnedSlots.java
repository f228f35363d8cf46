package org.asterism.driver.cuda.internal.unit;

import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.asterism.api.device.DeviceBuffer;
import org.asterism.driver.cuda.internal.library.CudaContext;
import org.asterism.kit.device.CopyRectangles.Rectangle;

/**
 * Small pieces of pinned memory, into which a unit's device writes the values that tasks inspect. A copy to pageable
 * memory would block the caller. Used by the worker's thread.
 */
final class PinnedSlots {
    /** Size of one piece, in bytes. */
    static final long BYTES = 4096;

    private static final int AT_ONCE = 8;

    private final CudaContext context;
    private final long stream;
    private final List<MemorySegment> taken = new ArrayList<>(1);
    private final Deque<MemorySegment> free = new ArrayDeque<>();

    PinnedSlots(CudaContext context, long stream) {
        this.context = context;
        this.stream = stream;
    }

    MemorySegment take() {
        if (free.isEmpty()) {
            MemorySegment more = context.library().allocateHost(AT_ONCE * BYTES);
            taken.add(more);
            for (int i = 0; i < AT_ONCE; i++) {
                free.push(more.asSlice(i * BYTES, BYTES));
            }
        }
        return free.pop();
    }

    void giveBack(MemorySegment slot) {
        free.push(slot);
    }

    /** Puts a copy into the unit's stream. */
    void fetch(DeviceBuffer from, MemorySegment slot) {
        context.library().copyOut(line(from.bytes()), from.address(), slot.address(), stream);
    }

    private static Rectangle line(long bytes) {
        return new Rectangle(0, 0, bytes, 1, 1, bytes, bytes, bytes, bytes);
    }

    /** Gives all memory back. */
    void close() {
        for (MemorySegment memory : taken) {
            context.giveBack("pinned memory", () -> context.library().freeHost(memory));
        }
        taken.clear();
        free.clear();
    }
}
