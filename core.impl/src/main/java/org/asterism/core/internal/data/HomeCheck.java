package org.asterism.core.internal.data;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.asterism.api.data.Buffer;
import org.asterism.api.data.BufferShape;
import org.asterism.api.data.Layout;
import org.asterism.spi.thread.BackgroundThread;

/** Checks whether memory of a program can be the home of data of a layout, and whether it is still usable. */
public final class HomeCheck {
    /** A thread that never runs, to ask whether a segment is for any thread. */
    private static final Thread SOMEBODY_ELSE = new BackgroundThread("asterism-somebody-else", () -> {});

    private HomeCheck() {}

    /** Returns the scopes that a program may close too early: one, or one per buffer if there are several. */
    static Object scopes(Buffer... given) {
        if (given.length == 1) {
            return given[0].segment().scope();
        }
        return Arrays.stream(given).map(buffer -> buffer.segment().scope()).toArray(MemorySegment.Scope[]::new);
    }

    /** Whether a program has closed some of its memory. */
    static boolean isAnyClosed(Object scopes) {
        if (scopes instanceof MemorySegment.Scope only) { // looked at for each handle of each task
            return !only.isAlive();
        }
        for (MemorySegment.Scope scope : (MemorySegment.Scope[]) scopes) {
            if (!scope.isAlive()) {
                return true;
            }
        }
        return false;
    }

    /** Refuses memory that tasks could not work on. */
    public static void check(Layout layout, Buffer... home) {
        List<BufferShape> shapes = layout.buffers();
        if (home.length != shapes.size()) {
            throw new IllegalArgumentException(
                    "a " + layout.kind() + " has " + shapes.size() + " buffers, not " + home.length);
        }
        for (int index = 0; index < home.length; index++) {
            String what = home.length == 1 ? "a " + layout.kind() : "buffer " + index + " of a " + layout.kind();
            try {
                check(what, shapes.get(index), home[index]);
            } catch (ArithmeticException tooLarge) {
                throw new IllegalArgumentException(what + " is larger than any memory", tooLarge);
            }
        }
    }

    private static void check(String what, BufferShape shape, Buffer buffer) {
        MemorySegment memory = Objects.requireNonNull(buffer.segment(), "memory is null: give the segment of the data");
        if (!memory.scope().isAlive()) {
            throw new IllegalStateException("the arena of the memory of " + what
                    + " is closed: close the data before the arena that they lie in");
        }
        checkStrides(what, shape, buffer);
        long span = shape.span(buffer.strides());
        if (memory.byteSize() < span) {
            throw new IllegalArgumentException(what + " spans " + span + " bytes, its memory has " + memory.byteSize());
        }
        if (memory.isReadOnly()) {
            throw new IllegalArgumentException("the memory of " + what + " must not be read-only");
        }
        if (memory.isNative() && shape.bytes() > 0 && memory.address() % shape.alignment() != 0) {
            throw new IllegalArgumentException("the memory of " + what + " must begin at a multiple of "
                    + shape.alignment() + " bytes, not at address " + memory.address());
        }
        if (!memory.isAccessibleBy(SOMEBODY_ELSE)) {
            throw new IllegalArgumentException("the memory of " + what
                    + " belongs to a confined arena, which workers may not touch: use Arena.ofShared()");
        }
    }

    /** Runs must not overlap: each dimension steps over all that lies within it. */
    private static void checkStrides(String what, BufferShape shape, Buffer buffer) {
        if (buffer.strides().length != shape.dimensions()) {
            throw new IllegalArgumentException(
                    what + " has " + shape.dimensions() + " strides, not " + buffer.strides().length);
        }
        long within = shape.runBytes();
        for (int dimension = shape.dimensions() - 1; dimension >= 0; dimension--) {
            long stride = buffer.stride(dimension);
            if (stride < within || stride % shape.alignment() != 0) {
                throw new IllegalArgumentException(what + ": a stride of " + stride + " bytes in dimension " + dimension
                        + " must be a multiple of " + shape.alignment() + " and at least " + within);
            }
            within = Math.multiplyExact(stride, Math.max(1, shape.count(dimension)));
        }
    }
}
