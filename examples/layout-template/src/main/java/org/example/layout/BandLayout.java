package org.example.layout;

import java.util.List;
import org.asterism.api.data.Buffer;
import org.asterism.api.data.BufferShape;
import org.asterism.api.data.Layout;

/**
 * A square matrix of doubles that is zero except for a band around its diagonal. A copy has one run of bytes per row,
 * as wide as the band. The first and last rows have places outside of the matrix, which nobody uses.
 *
 * @param rows the number of rows, and of columns
 * @param lower the number of diagonals below the main one
 * @param upper the number of diagonals above the main one
 */
record BandLayout(long rows, long lower, long upper) implements Layout {
    /** The name of the layout. */
    static final String KIND = "band";

    /** Checks the sizes. */
    BandLayout {
        check("rows", rows);
        check("lower", lower);
        check("upper", upper);
    }

    private static void check(String name, long value) {
        if (value < 0 || value > Integer.MAX_VALUE) {
            throw new IllegalArgumentException(name + "=" + value + ": give a number from 0 to " + Integer.MAX_VALUE);
        }
    }

    @Override
    public String kind() {
        return KIND;
    }

    @Override
    public List<BufferShape> buffers() {
        return List.of(new BufferShape((lower + 1 + upper) * Double.BYTES, Double.BYTES, rows));
    }

    @Override
    public BandView view(List<Buffer> buffers) {
        Buffer buffer = buffers.getFirst();
        return new BandView(buffer.segment(), rows, lower, upper, buffer.stride(0) / Double.BYTES);
    }
}
