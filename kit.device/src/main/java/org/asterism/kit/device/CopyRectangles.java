package org.asterism.kit.device;

import java.util.ArrayList;
import java.util.List;
import org.asterism.api.data.Buffer;
import org.asterism.api.data.BufferShape;
import org.asterism.spi.driver.BufferCopy;

/**
 * Splits a buffer copy with any number of dimensions into few copies that devices can perform in one operation: lines,
 * rectangles of lines, and boxes of rectangles.
 *
 * <p>Runs that are contiguous on both sides are merged. Of the remaining dimensions, the ones that save the most copies
 * become lines and slices.
 */
public final class CopyRectangles {
    /**
     * Copy that a device performs in one operation: {@link #depth} times {@link #height} lines of {@link #width} bytes.
     * If the depth is 1, the slice distances have no meaning. If the height is also 1, neither have the line distances.
     *
     * @param fromOffset bytes from the beginning of the source's segment
     * @param toOffset bytes from the beginning of the target's segment
     * @param width bytes per line; from 1
     * @param height lines per slice; from 1
     * @param depth number of slices; from 1
     * @param fromPitch bytes from one line of the source to the next; at least {@link #width}
     * @param toPitch the same for the target
     * @param fromSlice bytes from one slice of the source to the next: a multiple of {@link #fromPitch}, at least
     *     {@link #height} times
     * @param toSlice the same for the target
     */
    public record Rectangle(
            long fromOffset,
            long toOffset,
            long width,
            long height,
            long depth,
            long fromPitch,
            long toPitch,
            long fromSlice,
            long toSlice) {
        /**
         * Returns the size of the copy.
         *
         * @return bytes
         */
        public long bytes() {
            return width * height * depth;
        }

        /**
         * Whether the copy is a single line.
         *
         * @return true for a copy of one dimension
         */
        public boolean isLine() {
            return height == 1 && depth == 1;
        }

        /**
         * Splits the copy into parts of limited size.
         *
         * @param mostBytes maximum size of a part in bytes; from 1
         * @return the parts, in the order of the source's lines; only this copy if it is small enough
         */
        public List<Rectangle> pieces(long mostBytes) {
            if (bytes() <= mostBytes) {
                return List.of(this);
            }
            long lineBytes = Math.min(width, mostBytes);
            long lines = lineBytes < width ? 1 : Math.min(height, mostBytes / width);
            long slices = Math.max(1, lines < height ? 1 : mostBytes / (width * height));
            List<Rectangle> pieces = new ArrayList<>();
            for (long z = 0; z < depth; z += slices) {
                for (long y = 0; y < height; y += lines) {
                    for (long x = 0; x < width; x += lineBytes) {
                        pieces.add(part(
                                x,
                                y,
                                z,
                                Math.min(lineBytes, width - x),
                                Math.min(lines, height - y),
                                Math.min(slices, depth - z)));
                    }
                }
            }
            return pieces;
        }

        private Rectangle part(long x, long y, long z, long bytes, long lines, long slices) {
            return new Rectangle(
                    fromOffset + z * fromSlice + y * fromPitch + x,
                    toOffset + z * toSlice + y * toPitch + x,
                    bytes,
                    lines,
                    slices,
                    fromPitch,
                    toPitch,
                    fromSlice,
                    toSlice);
        }

        /**
         * Returns the copy of the same bytes from a source without gaps.
         *
         * @return copy whose source begins with the first line
         */
        public Rectangle fromDense() {
            return new Rectangle(0, toOffset, width, height, depth, width, toPitch, width * height, toSlice);
        }

        /**
         * Returns the copy of the same bytes to a target without gaps.
         *
         * @return copy whose target begins with the first line
         */
        public Rectangle toDense() {
            return new Rectangle(fromOffset, 0, width, height, depth, fromPitch, width, fromSlice, width * height);
        }
    }

    private final long[] counts;
    private final long[] fromStrides;
    private final long[] toStrides;
    private final long mostPitch;
    /** Number of dimensions that remain after contiguous ones were merged. */
    private int dimensions;

    private long width;
    /** Dimension whose runs are the lines of a slice, and dimension of the slices; -1 for none. */
    private int lines = -1;

    private int slices = -1;

    private CopyRectangles(BufferCopy copy, long mostPitch) {
        BufferShape shape = copy.shape();
        this.mostPitch = mostPitch;
        width = shape.runBytes();
        counts = new long[shape.dimensions()];
        fromStrides = new long[counts.length];
        toStrides = new long[counts.length];
        for (int dimension = counts.length - 1; dimension >= 0; dimension--) {
            long count = shape.count(dimension);
            if (count != 1) {
                add(count, copy.from().stride(dimension), copy.to().stride(dimension));
            }
        }
    }

    /**
     * Splits a copy into rectangles.
     *
     * @param copy copy of one buffer
     * @return the parts, in no particular order; empty if there is nothing to copy
     * @throws IndexOutOfBoundsException if a segment is too short for the shape, or a stride is negative
     */
    public static List<Rectangle> of(BufferCopy copy) {
        return of(copy, Long.MAX_VALUE);
    }

    /**
     * Splits a copy for a device with a limited distance between lines.
     *
     * @param copy copy of one buffer
     * @param mostPitch maximum distance between the beginnings of two lines in a rectangle, in bytes
     * @return the parts, in no particular order; empty if there is nothing to copy
     * @throws IndexOutOfBoundsException if a segment is too short for the shape, or a stride is negative
     */
    public static List<Rectangle> of(BufferCopy copy, long mostPitch) {
        if (copy.shape().bytes() == 0) {
            return List.of();
        }
        check(copy.shape(), copy.from(), "source");
        check(copy.shape(), copy.to(), "target");
        CopyRectangles split = new CopyRectangles(copy, mostPitch);
        split.choose();
        return split.rectangles();
    }

    private static void check(BufferShape shape, Buffer buffer, String which) {
        long[] strides = buffer.strides();
        for (long stride : strides) {
            if (stride < 0) {
                throw new IndexOutOfBoundsException(
                        "the " + which + " of a copy has runs at a distance of " + stride + " bytes: give 0 or more");
            }
        }
        long span = shape.span(strides);
        if (span > buffer.segment().byteSize()) {
            throw new IndexOutOfBoundsException("the " + which + " of a copy has "
                    + buffer.segment().byteSize() + " bytes, but " + shape + " reach over " + span);
        }
    }

    /** Adds an outer dimension. Merges it with the previous one if both are contiguous. */
    private void add(long count, long fromStride, long toStride) {
        if (dimensions == 0 && fromStride == width && toStride == width) {
            width *= count;
            return;
        }
        int inner = dimensions - 1;
        if (dimensions > 0
                && fromStride == counts[inner] * fromStrides[inner]
                && toStride == counts[inner] * toStrides[inner]) {
            counts[inner] *= count;
            return;
        }
        counts[dimensions] = count;
        fromStrides[dimensions] = fromStride;
        toStrides[dimensions] = toStride;
        dimensions++;
    }

    /** Tries all pairs of dimensions, of which there are few. */
    private void choose() {
        long most = 1;
        for (int line = 0; line < dimensions; line++) {
            if (!canBeLines(line)) {
                continue;
            }
            for (int slice = -1; slice < dimensions; slice++) {
                if (slice == line || slice >= 0 && !canBeSlices(slice, line)) {
                    continue;
                }
                long together = counts[line] * (slice < 0 ? 1 : counts[slice]);
                if (together > most) {
                    most = together;
                    lines = line;
                    slices = slice;
                }
            }
        }
    }

    private boolean canBeLines(int dimension) {
        return fromStrides[dimension] >= width
                && toStrides[dimension] >= width
                && fromStrides[dimension] <= mostPitch
                && toStrides[dimension] <= mostPitch;
    }

    private boolean canBeSlices(int dimension, int line) {
        return fits(fromStrides[dimension], fromStrides[line], counts[line])
                && fits(toStrides[dimension], toStrides[line], counts[line]);
    }

    private static boolean fits(long slice, long pitch, long height) {
        return slice % pitch == 0 && slice / pitch >= height;
    }

    private List<Rectangle> rectangles() {
        List<Rectangle> rectangles = new ArrayList<>();
        add(rectangles, dimensions - 1, 0, 0);
        return rectangles;
    }

    private void add(List<Rectangle> rectangles, int dimension, long fromOffset, long toOffset) {
        if (dimension < 0) {
            rectangles.add(new Rectangle(
                    fromOffset,
                    toOffset,
                    width,
                    lines < 0 ? 1 : counts[lines],
                    slices < 0 ? 1 : counts[slices],
                    lines < 0 ? width : fromStrides[lines],
                    lines < 0 ? width : toStrides[lines],
                    slices < 0 ? 0 : fromStrides[slices],
                    slices < 0 ? 0 : toStrides[slices]));
            return;
        }
        long count = dimension == lines || dimension == slices ? 1 : counts[dimension];
        for (long index = 0; index < count; index++) {
            add(
                    rectangles,
                    dimension - 1,
                    fromOffset + index * fromStrides[dimension],
                    toOffset + index * toStrides[dimension]);
        }
    }
}
