package org.asterism.driver.opencl.internal.memory;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.asterism.driver.opencl.internal.library.Buffers;

/**
 * A memory object, and further objects for parts of it, because kernels accept only whole objects. Parts are made once
 * and kept. Several workers may ask at the same time.
 */
final class Allocation {
    private record Range(long offset, long bytes) {}

    private final long buffer;
    private final long bytes;
    private final ConcurrentMap<Range, Long> parts = new ConcurrentHashMap<>(0);

    Allocation(long buffer, long bytes) {
        this.buffer = buffer;
        this.bytes = bytes;
    }

    /** The whole of it. */
    long buffer() {
        return buffer;
    }

    long bytes() {
        return bytes;
    }

    /** An object that begins and ends where a part does. */
    long part(long offset, long length) {
        if (offset == 0 && length == bytes) {
            return buffer;
        }
        Range range = new Range(offset, length);
        Long known = parts.get(range);
        if (known != null) {
            return known;
        }
        Long made = Buffers.part(buffer, offset, length);
        Long other = parts.putIfAbsent(range, made);
        if (other == null) {
            return made;
        }
        Buffers.release(made);
        return other;
    }

    /** Gives all back. */
    void release() {
        parts.values().forEach(Buffers::release);
        parts.clear();
        Buffers.release(buffer);
    }
}
