package org.asterism.driver.opencl.internal.library;

import static org.asterism.driver.opencl.internal.library.Binding.INT;
import static org.asterism.driver.opencl.internal.library.Binding.WORD;
import static org.asterism.driver.opencl.internal.library.Binding.function;
import static org.asterism.driver.opencl.internal.library.Scratch.CODE;
import static org.asterism.driver.opencl.internal.library.Scratch.number;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/** Queues of commands. */
public final class Queues {
    /** Commands may overtake each other. */
    public static final long OUT_OF_ORDER = 1;
    /** The device notes when commands begin and end. */
    public static final long PROFILING = 2;

    private static final FunctionDescriptor ONE = FunctionDescriptor.of(INT, WORD);
    private static final MethodHandle CREATE =
            function("clCreateCommandQueue", FunctionDescriptor.of(WORD, WORD, WORD, WORD, WORD));
    private static final MethodHandle FLUSH = function("clFlush", ONE);
    private static final MethodHandle FINISH = function("clFinish", ONE);
    private static final MethodHandle RETAIN = function("clRetainCommandQueue", ONE);
    private static final MethodHandle RELEASE = function("clReleaseCommandQueue", ONE);

    private Queues() {}

    /**
     * Makes a queue. The function is the one of OpenCL 1, which all versions have.
     *
     * @param properties of {@link #OUT_OF_ORDER} and {@link #PROFILING}
     */
    public static long create(long context, long device, long properties) {
        MemorySegment scratch = Scratch.get();
        try {
            long queue = (long) CREATE.invokeExact(context, device, properties, scratch.address() + CODE);
            ErrorCode.check("clCreateCommandQueue", number(scratch, CODE));
            return queue;
        } catch (Throwable thrown) {
            throw Binding.impossible(thrown);
        }
    }

    /** Has the device begin with what is in the queue: commands are not promised to begin otherwise. */
    public static void flush(long queue) {
        try {
            ErrorCode.check("clFlush", (int) FLUSH.invokeExact(queue));
        } catch (Throwable thrown) {
            throw Binding.impossible(thrown);
        }
    }

    /**
     * Waits until nothing is left in a queue.
     *
     * @return 0, or what the library says
     */
    public static int finish(long queue) {
        try {
            return (int) FINISH.invokeExact(queue);
        } catch (Throwable thrown) {
            throw Binding.impossible(thrown);
        }
    }

    /** Whether a device takes a command that does nothing. */
    public static boolean probe(long queue) {
        try {
            long event = Kernels.mark(queue);
            Events.release(event);
            return true;
        } catch (OpenClException silent) {
            return false;
        }
    }

    /** Keeps a queue beyond the release of whoever has it. */
    public static void retain(long queue) {
        try {
            ErrorCode.check("clRetainCommandQueue", (int) RETAIN.invokeExact(queue));
        } catch (Throwable thrown) {
            throw Binding.impossible(thrown);
        }
    }

    /** Gives a queue back; what is in it is still done. */
    public static void release(long queue) {
        try {
            ErrorCode.note("clReleaseCommandQueue", (int) RELEASE.invokeExact(queue));
        } catch (Throwable thrown) {
            throw Binding.impossible(thrown);
        }
    }
}
