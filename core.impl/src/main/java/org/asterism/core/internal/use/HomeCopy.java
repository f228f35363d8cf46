package org.asterism.core.internal.use;

import java.util.ArrayList;
import java.util.List;
import org.asterism.api.data.Buffer;
import org.asterism.api.data.BufferShape;
import org.asterism.core.internal.data.HostCopy;
import org.asterism.spi.driver.NativeMemory;

/**
 * The native copy of data whose home is the heap: copied in at registration, and back at the end. The runs of the data
 * may lie apart at home; in native memory they are contiguous.
 */
final class HomeCopy {
    private record Pair(BufferShape shape, Buffer home, Buffer copy, NativeMemory.Block block) {}

    private final List<Pair> pairs = new ArrayList<>();

    /** Whether a kernel that was given up may use the native memory still. */
    private volatile boolean isKept;

    HomeCopy(List<BufferShape> shapes, Buffer... home) {
        try {
            copyIn(shapes, home);
        } catch (RuntimeException | Error refused) { // the program may have closed its memory, or there is too little
            finish(false);
            throw refused;
        }
    }

    private void copyIn(List<BufferShape> shapes, Buffer... home) {
        for (int index = 0; index < home.length; index++) {
            BufferShape shape = shapes.get(index);
            NativeMemory.Block block = NativeMemory.allocate(shape.bytes());
            Buffer copy = Buffer.dense(block.segment(), shape);
            pairs.add(new Pair(shape, home[index], copy, block));
            HostCopy.copy(shape, home[index], copy);
        }
    }

    /** Returns the native location of the data. */
    Buffer[] copies() {
        return pairs.stream().map(Pair::copy).toArray(Buffer[]::new);
    }

    /** Keeps the native memory from ever being freed. */
    void keep() {
        isKept = true;
    }

    /** Copies the data back if they are valid, and frees the native memory unless it is kept. */
    void finish(boolean valid) {
        for (Pair pair : pairs) {
            if (valid) {
                HostCopy.copy(pair.shape(), pair.copy(), pair.home());
            }
            if (!isKept) {
                pair.block().free();
            }
        }
    }
}
