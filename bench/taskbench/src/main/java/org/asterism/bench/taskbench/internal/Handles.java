package org.asterism.bench.taskbench.internal;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.asterism.api.data.DataHandle;
import org.asterism.api.data.DataRegistry;
import org.asterism.api.data.ElementType;

/** Handles of single off-heap numbers. Tasks take them in turn. */
final class Handles implements AutoCloseable {
    private final DataHandle[] handles;
    private int next;

    Handles(DataRegistry registry, int number, Arena arena) {
        handles = new DataHandle[number];
        ElementType element = ElementType.DOUBLE;
        MemorySegment numbers = arena.allocate(element.layout(), number);
        for (int i = 0; i < number; i++) {
            MemorySegment one = numbers.asSlice(i * element.bytes(), element.bytes());
            handles[i] = registry.variable(one, element);
        }
    }

    /** The next handle, the first again after the last. */
    DataHandle next() {
        DataHandle taken = handles[next];
        next = next + 1 == handles.length ? 0 : next + 1;
        return taken;
    }

    /** The next few handles, from the first again after the last. */
    DataHandle[] next(int count) {
        DataHandle[] taken = new DataHandle[count];
        for (int i = 0; i < count; i++) {
            taken[i] = next();
        }
        return taken;
    }

    @Override
    public void close() {
        for (DataHandle handle : handles) {
            handle.close();
        }
    }
}
