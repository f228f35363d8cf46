package org.asterism.driver.opencl.internal.library;

import static org.asterism.driver.opencl.internal.library.Binding.INT;
import static org.asterism.driver.opencl.internal.library.Binding.WORD;
import static org.asterism.driver.opencl.internal.library.Binding.function;
import static org.asterism.driver.opencl.internal.library.Scratch.ANSWER;
import static org.asterism.driver.opencl.internal.library.Scratch.FIRST;
import static org.asterism.driver.opencl.internal.library.Scratch.SECOND;
import static org.asterism.driver.opencl.internal.library.Scratch.THIRD;
import static org.asterism.driver.opencl.internal.library.Scratch.put;
import static org.asterism.driver.opencl.internal.library.Scratch.word;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import org.asterism.kit.device.CopyRectangles.Rectangle;

/**
 * Copy commands. None of them waits. Each returns the event that reports its end, which the caller has to release. Main
 * memory must stay where it is until then.
 */
public final class Copies {
    private static final ValueLayout.OfLong P = WORD;

    private static final FunctionDescriptor LINE =
            FunctionDescriptor.of(INT, WORD, WORD, INT, WORD, WORD, WORD, INT, P, P);
    private static final FunctionDescriptor BOX =
            FunctionDescriptor.of(INT, WORD, WORD, INT, P, P, P, WORD, WORD, WORD, WORD, WORD, INT, P, P);

    private static final MethodHandle WRITE = function("clEnqueueWriteBuffer", LINE);
    private static final MethodHandle READ = function("clEnqueueReadBuffer", LINE);
    private static final MethodHandle WRITE_BOX = function("clEnqueueWriteBufferRect", BOX);
    private static final MethodHandle READ_BOX = function("clEnqueueReadBufferRect", BOX);
    private static final MethodHandle COPY =
            function("clEnqueueCopyBuffer", FunctionDescriptor.of(INT, WORD, WORD, WORD, WORD, WORD, WORD, INT, P, P));
    private static final MethodHandle COPY_BOX = function(
            "clEnqueueCopyBufferRect",
            FunctionDescriptor.of(INT, WORD, WORD, WORD, P, P, P, WORD, WORD, WORD, WORD, INT, P, P));

    private Copies() {}

    /**
     * Copies from main memory to a buffer.
     *
     * @param buffer the target
     * @param offset of the rectangle's target in the buffer, to which its own offset is added
     * @param address of the rectangle's source in main memory, to which its own offset is added
     */
    public static long write(long queue, long buffer, long offset, long address, Rectangle box) {
        MemorySegment scratch = Scratch.get();
        try {
            if (box.isLine()) {
                int code = (int) WRITE.invokeExact(
                        queue,
                        buffer,
                        0,
                        offset + box.toOffset(),
                        box.width(),
                        address + box.fromOffset(),
                        0,
                        0L,
                        scratch.address() + ANSWER);
                return event("clEnqueueWriteBuffer", code, scratch);
            }
            origins(scratch, offset + box.toOffset(), 0, box);
            int code = (int) WRITE_BOX.invokeExact(
                    queue,
                    buffer,
                    0,
                    scratch.address() + FIRST,
                    scratch.address() + SECOND,
                    scratch.address() + THIRD,
                    box.toPitch(),
                    box.toSlice(),
                    box.fromPitch(),
                    box.fromSlice(),
                    address + box.fromOffset(),
                    0,
                    0L,
                    scratch.address() + ANSWER);
            return event("clEnqueueWriteBufferRect", code, scratch);
        } catch (Throwable thrown) {
            throw Binding.impossible(thrown);
        }
    }

    /**
     * Copies from a buffer to main memory.
     *
     * @param buffer the source
     * @param offset of the rectangle's source in the buffer, to which its own offset is added
     * @param address of the rectangle's target in main memory, to which its own offset is added
     */
    public static long read(long queue, long buffer, long offset, long address, Rectangle box) {
        MemorySegment scratch = Scratch.get();
        try {
            if (box.isLine()) {
                int code = (int) READ.invokeExact(
                        queue,
                        buffer,
                        0,
                        offset + box.fromOffset(),
                        box.width(),
                        address + box.toOffset(),
                        0,
                        0L,
                        scratch.address() + ANSWER);
                return event("clEnqueueReadBuffer", code, scratch);
            }
            origins(scratch, offset + box.fromOffset(), 0, box);
            int code = (int) READ_BOX.invokeExact(
                    queue,
                    buffer,
                    0,
                    scratch.address() + FIRST,
                    scratch.address() + SECOND,
                    scratch.address() + THIRD,
                    box.fromPitch(),
                    box.fromSlice(),
                    box.toPitch(),
                    box.toSlice(),
                    address + box.toOffset(),
                    0,
                    0L,
                    scratch.address() + ANSWER);
            return event("clEnqueueReadBufferRect", code, scratch);
        } catch (Throwable thrown) {
            throw Binding.impossible(thrown);
        }
    }

    /** Copies from one buffer to another one of the same context; offsets as above. */
    public static long copy(long queue, long from, long fromOffset, long to, long toOffset, Rectangle box) {
        MemorySegment scratch = Scratch.get();
        try {
            if (box.isLine()) {
                int code = (int) COPY.invokeExact(
                        queue,
                        from,
                        to,
                        fromOffset + box.fromOffset(),
                        toOffset + box.toOffset(),
                        box.width(),
                        0,
                        0L,
                        scratch.address() + ANSWER);
                return event("clEnqueueCopyBuffer", code, scratch);
            }
            origins(scratch, fromOffset + box.fromOffset(), toOffset + box.toOffset(), box);
            int code = (int) COPY_BOX.invokeExact(
                    queue,
                    from,
                    to,
                    scratch.address() + FIRST,
                    scratch.address() + SECOND,
                    scratch.address() + THIRD,
                    box.fromPitch(),
                    box.fromSlice(),
                    box.toPitch(),
                    box.toSlice(),
                    0,
                    0L,
                    scratch.address() + ANSWER);
            return event("clEnqueueCopyBufferRect", code, scratch);
        } catch (Throwable thrown) {
            throw Binding.impossible(thrown);
        }
    }

    private static void origins(MemorySegment scratch, long first, long second, Rectangle box) {
        put(scratch, FIRST, first, 0, 0);
        put(scratch, SECOND, second, 0, 0);
        put(scratch, THIRD, box.width(), box.height(), box.depth());
    }

    private static long event(String function, int code, MemorySegment scratch) {
        ErrorCode.check(function, code);
        return word(scratch, ANSWER);
    }
}
