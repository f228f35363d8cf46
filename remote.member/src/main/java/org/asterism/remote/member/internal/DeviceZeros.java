package org.asterism.remote.member.internal;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.asterism.api.data.Buffer;
import org.asterism.api.data.BufferShape;
import org.asterism.spi.driver.BufferCopy;
import org.asterism.spi.driver.DeviceMemory;
import org.asterism.spi.driver.NativeMemory;

/** Clears memory of devices by copies. Used by the thread of the devices. */
final class DeviceZeros {
    private static final long BYTES = 1L << 20;

    private final DeviceThread thread;
    private NativeMemory.Block zeros;

    DeviceZeros(DeviceThread thread) {
        this.thread = thread;
    }

    /**
     * Begins to clear memory.
     *
     * @param ended gets why it has failed, or null
     */
    void fill(DeviceMemory memory, List<MemorySegment> blank, Consumer<Throwable> ended) {
        thread.begin(() -> memory.copyIn(copies(blank)), ended);
    }

    private List<BufferCopy> copies(List<MemorySegment> blank) {
        if (zeros == null) {
            zeros = NativeMemory.allocate(BYTES);
            zeros.segment().fill((byte) 0);
        }
        List<BufferCopy> copies = new ArrayList<>();
        for (MemorySegment each : blank) {
            for (long done = 0; done < each.byteSize(); done += BYTES) {
                long bytes = Math.min(BYTES, each.byteSize() - done);
                BufferShape shape = new BufferShape(bytes, 1);
                copies.add(new BufferCopy(
                        shape,
                        Buffer.dense(zeros.segment().asSlice(0, bytes), shape),
                        Buffer.dense(each.asSlice(done, bytes), shape)));
            }
        }
        return copies;
    }

    /** Gives its memory back. */
    void close() {
        if (zeros != null) {
            zeros.free();
        }
    }
}
