package org.asterism.tck;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import org.asterism.api.data.Buffer;
import org.asterism.api.data.BufferShape;
import org.asterism.api.data.DataView;
import org.asterism.api.data.Layout;

/**
 * Copy of data in separate memory, as a runtime may create it: with or without gaps between the runs, and with no more
 * alignment than the layout requires. The garbage collector frees it.
 */
public final class LayoutCopy {
    private static final byte GAP = 0x5A;

    private final Layout layout;
    private final List<MemorySegment> memory = new ArrayList<>();
    private final List<Buffer> buffers = new ArrayList<>();

    private LayoutCopy(Layout layout) {
        this.layout = layout;
    }

    /**
     * Creates a copy without gaps between the runs.
     *
     * @param layout layout of the data
     * @return copy whose bytes are all equal
     */
    public static LayoutCopy dense(Layout layout) {
        LayoutCopy copy = new LayoutCopy(layout);
        layout.buffers().forEach(shape -> copy.allocate(shape, shape.denseStrides()));
        return copy;
    }

    /**
     * Creates a copy with gaps between runs; outer dimensions have wider gaps.
     *
     * @param layout layout of the data
     * @return copy whose bytes are all equal
     */
    public static LayoutCopy withGaps(Layout layout) {
        LayoutCopy copy = new LayoutCopy(layout);
        for (BufferShape shape : layout.buffers()) {
            long[] strides = new long[shape.dimensions()];
            long extent = shape.runBytes();
            for (int dimension = strides.length - 1; dimension >= 0; dimension--) {
                strides[dimension] = extent + (2 * (strides.length - dimension) + 1) * shape.alignment();
                extent = strides[dimension] * shape.count(dimension);
            }
            copy.allocate(shape, strides);
        }
        return copy;
    }

    private void allocate(BufferShape shape, long[] strides) {
        long span = shape.span(strides);
        MemorySegment whole = Arena.ofAuto().allocate(span + shape.alignment(), 2 * shape.alignment());
        whole.fill(GAP);
        memory.add(whole);
        buffers.add(new Buffer(whole.asSlice(shape.alignment(), span), strides));
    }

    /**
     * Returns the positions of the runs.
     *
     * @return one per buffer of the layout
     */
    public List<Buffer> buffers() {
        return List.copyOf(buffers);
    }

    /**
     * Returns the view for kernels.
     *
     * @return the layout's view of this copy
     */
    public DataView view() {
        return layout.view(buffers());
    }

    /**
     * Copies the runs, and nothing else, from another copy of the same layout.
     *
     * @param from copy, possibly with other gaps
     */
    public void take(LayoutCopy from) {
        for (int index = 0; index < buffers.size(); index++) {
            BufferShape shape = layout.buffers().get(index);
            Buffer source = from.buffers.get(index);
            Buffer target = buffers.get(index);
            for (long run = 0; run < shape.runs(); run++) {
                MemorySegment.copy(
                        source.segment(),
                        offset(shape, source, run),
                        target.segment(),
                        offset(shape, target, run),
                        shape.runBytes());
            }
        }
    }

    private static long offset(BufferShape shape, Buffer buffer, long run) {
        long offset = 0;
        long rest = run;
        for (int dimension = shape.dimensions() - 1; dimension >= 0; dimension--) {
            offset += rest % shape.count(dimension) * buffer.stride(dimension);
            rest /= shape.count(dimension);
        }
        return offset;
    }

    /**
     * Whether only runs were written.
     *
     * @return false if a byte between two runs, or before the first, has changed
     */
    public boolean hasUntouchedGaps() {
        LayoutCopy blank = blank();
        for (int index = 0; index < buffers.size(); index++) {
            blank.memory.get(index).copyFrom(memory.get(index));
        }
        blank.take(blank());
        return blank.memory.stream().allMatch(LayoutCopy::isBlank);
    }

    /** Returns an empty copy with the same gaps. */
    private LayoutCopy blank() {
        LayoutCopy blank = new LayoutCopy(layout);
        for (int index = 0; index < buffers.size(); index++) {
            blank.allocate(layout.buffers().get(index), buffers.get(index).strides());
        }
        return blank;
    }

    private static boolean isBlank(MemorySegment segment) {
        for (long index = 0; index < segment.byteSize(); index++) {
            if (segment.get(ValueLayout.JAVA_BYTE, index) != GAP) {
                return false;
            }
        }
        return true;
    }
}
