package org.asterism.api.data;

import java.lang.foreign.MemorySegment;
import java.util.List;

/** Data without content, which only order tasks. */
public record VoidLayout() implements Layout {
    @Override
    public String kind() {
        return "token";
    }

    @Override
    public int footprint() {
        return Footprint.of(6);
    }

    @Override
    public List<BufferShape> buffers() {
        return List.of();
    }

    @Override
    public DataView view(List<Buffer> buffers) {
        return new VoidView(MemorySegment.NULL);
    }
}
