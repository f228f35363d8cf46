package org.asterism.core.internal.coherence;

import java.util.ArrayList;
import java.util.List;
import org.asterism.api.data.Buffer;
import org.asterism.api.data.BufferShape;
import org.asterism.core.internal.data.HostCopy;
import org.asterism.spi.driver.NativeMemory;

/**
 * Memory in which a copy arrives whose place in main memory has a value that may be needed still: if the device is lost
 * before the copy has arrived, the new value is computed from the old one.
 */
final class Staging {
    private final Replicate to;
    private final List<NativeMemory.Block> blocks = new ArrayList<>(1);
    private final List<Buffer> buffers = new ArrayList<>(1);

    Staging(Replicate to) {
        this.to = to;
        try {
            for (BufferShape shape : to.all.shapes()) {
                NativeMemory.Block block = NativeMemory.allocate(shape.bytes());
                blocks.add(block);
                buffers.add(Buffer.dense(block.segment(), shape));
            }
        } catch (RuntimeException | Error refused) {
            free();
            throw refused;
        }
    }

    List<Buffer> buffers() {
        return buffers;
    }

    /** Puts what has arrived into its place. */
    void deliver() {
        for (int index = 0; index < buffers.size(); index++) {
            HostCopy.copy(
                    to.all.shapes().get(index), buffers.get(index), to.buffers().get(index));
        }
    }

    void free() {
        blocks.forEach(NativeMemory.Block::free);
    }
}
