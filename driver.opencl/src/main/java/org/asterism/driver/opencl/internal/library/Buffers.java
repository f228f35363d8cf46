package org.asterism.driver.opencl.internal.library;

import static org.asterism.driver.opencl.internal.library.Binding.INT;
import static org.asterism.driver.opencl.internal.library.Binding.WORD;
import static org.asterism.driver.opencl.internal.library.Binding.function;
import static org.asterism.driver.opencl.internal.library.Scratch.ANSWER;
import static org.asterism.driver.opencl.internal.library.Scratch.CODE;
import static org.asterism.driver.opencl.internal.library.Scratch.FIRST;
import static org.asterism.driver.opencl.internal.library.Scratch.VALUE;
import static org.asterism.driver.opencl.internal.library.Scratch.number;
import static org.asterism.driver.opencl.internal.library.Scratch.put;
import static org.asterism.driver.opencl.internal.library.Scratch.word;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/** Memory objects. */
public final class Buffers {
    /** Kernels may read and write. */
    public static final long READ_WRITE = 1;
    /** The memory is the host's. */
    public static final long USE_HOST_POINTER = 1 << 3;

    private static final int REGION = 0x1220;
    private static final long MAP_READ = 1;

    private static final MethodHandle CREATE =
            function("clCreateBuffer", FunctionDescriptor.of(WORD, WORD, WORD, WORD, WORD, WORD));
    private static final MethodHandle CREATE_PART =
            function("clCreateSubBuffer", FunctionDescriptor.of(WORD, WORD, WORD, INT, WORD, WORD));
    private static final MethodHandle RELEASE = function("clReleaseMemObject", FunctionDescriptor.of(INT, WORD));

    private static final MethodHandle MAP = function(
            "clEnqueueMapBuffer",
            FunctionDescriptor.of(WORD, WORD, WORD, INT, WORD, WORD, WORD, INT, WORD, WORD, WORD));
    private static final MethodHandle UNMAP =
            function("clEnqueueUnmapMemObject", FunctionDescriptor.of(INT, WORD, WORD, WORD, INT, WORD, WORD));

    private Buffers() {}

    /**
     * Takes memory.
     *
     * @param flags of {@link #READ_WRITE} and {@link #USE_HOST_POINTER}
     * @param address in main memory; 0 unless the flags ask for it
     */
    public static long create(long context, long flags, long bytes, long address) {
        MemorySegment scratch = Scratch.get();
        try {
            long buffer = (long) CREATE.invokeExact(context, flags, bytes, address, scratch.address() + CODE);
            ErrorCode.check("clCreateBuffer of " + bytes + " bytes", number(scratch, CODE));
            return buffer;
        } catch (Throwable thrown) {
            throw Binding.impossible(thrown);
        }
    }

    /** A part of a buffer that is no part itself, as an object of its own. */
    public static long part(long buffer, long offset, long bytes) {
        MemorySegment scratch = Scratch.get();
        put(scratch, FIRST, offset, bytes, 0);
        try {
            long part = (long)
                    CREATE_PART.invokeExact(buffer, 0L, REGION, scratch.address() + FIRST, scratch.address() + CODE);
            ErrorCode.check("clCreateSubBuffer of " + bytes + " bytes from " + offset + " on", number(scratch, CODE));
            return part;
        } catch (Throwable thrown) {
            throw Binding.impossible(thrown);
        }
    }

    /**
     * Has the host see what is in a buffer that uses its memory, when a command has ended.
     *
     * @param after the command's event
     * @return the event that tells when it does
     */
    public static long mapAndUnmap(long queue, long buffer, long bytes, long after) {
        MemorySegment scratch = Scratch.get();
        try {
            put(scratch, VALUE, after);
            long address = (long) MAP.invokeExact(
                    queue,
                    buffer,
                    0,
                    MAP_READ,
                    0L,
                    bytes,
                    1,
                    scratch.address() + VALUE,
                    scratch.address() + ANSWER,
                    scratch.address() + CODE);
            ErrorCode.check("clEnqueueMapBuffer", number(scratch, CODE));
            long mapped = word(scratch, ANSWER);
            put(scratch, VALUE, mapped);
            int code = (int)
                    UNMAP.invokeExact(queue, buffer, address, 1, scratch.address() + VALUE, scratch.address() + ANSWER);
            Events.release(mapped);
            ErrorCode.check("clEnqueueUnmapMemObject", code);
            return word(scratch, ANSWER);
        } catch (Throwable thrown) {
            throw Binding.impossible(thrown);
        }
    }

    /** Gives memory back when the commands that use it have ended. */
    public static void release(long buffer) {
        try {
            ErrorCode.note("clReleaseMemObject", (int) RELEASE.invokeExact(buffer));
        } catch (Throwable thrown) {
            throw Binding.impossible(thrown);
        }
    }
}
