package org.asterism.driver.opencl.internal.library;

import static org.asterism.driver.opencl.internal.library.Binding.INT;
import static org.asterism.driver.opencl.internal.library.Binding.WORD;
import static org.asterism.driver.opencl.internal.library.Binding.function;
import static org.asterism.driver.opencl.internal.library.Scratch.ANSWER;
import static org.asterism.driver.opencl.internal.library.Scratch.FIRST;
import static org.asterism.driver.opencl.internal.library.Scratch.SECOND;
import static org.asterism.driver.opencl.internal.library.Scratch.VALUE;
import static org.asterism.driver.opencl.internal.library.Scratch.put;
import static org.asterism.driver.opencl.internal.library.Scratch.word;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/** Kernels, and the commands that run them. */
public final class Kernels {
    private static final int NUMBER_OF_ARGUMENTS = 0x1191;
    private static final int ARGUMENT_ADDRESS_QUALIFIER = 0x1196;
    private static final int ARGUMENT_TYPE_NAME = 0x1198;
    private static final int LARGEST_GROUP = 0x11B0;
    private static final int REQUIRED_GROUP = 0x11B1;
    private static final int TEXT_BYTES = 256;

    private static final ValueLayout.OfLong P = WORD;
    private static final MethodHandle CREATE = function("clCreateKernel", FunctionDescriptor.of(WORD, WORD, P, P));
    private static final MethodHandle RELEASE = function("clReleaseKernel", FunctionDescriptor.of(INT, WORD));
    private static final MethodHandle SET = function("clSetKernelArg", FunctionDescriptor.of(INT, WORD, INT, WORD, P));
    private static final MethodHandle GET =
            function("clGetKernelInfo", FunctionDescriptor.of(INT, WORD, INT, WORD, P, P));
    private static final MethodHandle GET_ARGUMENT =
            function("clGetKernelArgInfo", FunctionDescriptor.of(INT, WORD, INT, INT, WORD, P, P));
    private static final MethodHandle GET_GROUP =
            function("clGetKernelWorkGroupInfo", FunctionDescriptor.of(INT, WORD, WORD, INT, WORD, P, P));
    private static final MethodHandle LAUNCH =
            function("clEnqueueNDRangeKernel", FunctionDescriptor.of(INT, WORD, WORD, INT, P, P, P, INT, P, P));
    private static final MethodHandle MARK =
            function("clEnqueueMarkerWithWaitList", FunctionDescriptor.of(INT, WORD, INT, P, P));

    private Kernels() {}

    /** A kernel of a program that is built. */
    public static long create(long program, String name) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment code = arena.allocate(INT);
            long kernel =
                    (long) CREATE.invokeExact(program, arena.allocateFrom(name).address(), code.address());
            ErrorCode.check("clCreateKernel '" + name + "'", code.get(INT, 0));
            return kernel;
        } catch (Throwable thrown) {
            throw Binding.impossible(thrown);
        }
    }

    /** Gives a kernel back. */
    public static void release(long kernel) {
        try {
            ErrorCode.note("clReleaseKernel", (int) RELEASE.invokeExact(kernel));
        } catch (Throwable thrown) {
            throw Binding.impossible(thrown);
        }
    }

    /** Returns the number of parameters that a kernel has. */
    public static int argumentCount(long kernel) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment answer = arena.allocate(INT);
            int code = (int) GET.invokeExact(kernel, NUMBER_OF_ARGUMENTS, (long) Integer.BYTES, answer.address(), 0L);
            ErrorCode.check("clGetKernelInfo", code);
            return answer.get(INT, 0);
        } catch (Throwable thrown) {
            throw Binding.impossible(thrown);
        }
    }

    /** In which memory a parameter points, as a number of OpenCL's; 0 if that is not known. */
    public static int addressQualifier(long kernel, int argument) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment answer = arena.allocate(INT);
            int code = (int) GET_ARGUMENT.invokeExact(
                    kernel, argument, ARGUMENT_ADDRESS_QUALIFIER, (long) Integer.BYTES, answer.address(), 0L);
            return code == ErrorCode.SUCCESS ? answer.get(INT, 0) : 0;
        } catch (Throwable thrown) {
            throw Binding.impossible(thrown);
        }
    }

    /** The type of a parameter as the program has it; empty if that is not known. */
    public static String typeName(long kernel, int argument) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment answer = arena.allocate(TEXT_BYTES);
            int code = (int) GET_ARGUMENT.invokeExact(
                    kernel, argument, ARGUMENT_TYPE_NAME, (long) TEXT_BYTES, answer.address(), 0L);
            return code == ErrorCode.SUCCESS ? answer.getString(0) : "";
        } catch (Throwable thrown) {
            throw Binding.impossible(thrown);
        }
    }

    /** Returns the number of work items that a group of a kernel may have on a device. */
    public static long largestGroup(long kernel, long device) {
        return group(kernel, device, LARGEST_GROUP, 1)[0];
    }

    /** The size of groups that a kernel was compiled for; zeros if it takes any. */
    public static long[] requiredGroup(long kernel, long device) {
        return group(kernel, device, REQUIRED_GROUP, 3);
    }

    private static long[] group(long kernel, long device, int what, int words) {
        try (Arena arena = Arena.ofConfined()) {
            long bytes = (long) words * Long.BYTES;
            MemorySegment answer = arena.allocate(bytes, Long.BYTES);
            int code = (int) GET_GROUP.invokeExact(kernel, device, what, bytes, answer.address(), 0L);
            ErrorCode.check("clGetKernelWorkGroupInfo", code);
            return answer.toArray(WORD);
        } catch (Throwable thrown) {
            throw Binding.impossible(thrown);
        }
    }

    /** Sets a parameter to a 32 bit number, given by its bits. */
    public static int set(long kernel, int argument, int bits) {
        MemorySegment scratch = Scratch.get();
        scratch.set(INT, VALUE, bits);
        return set(kernel, argument, Integer.BYTES, scratch.address() + VALUE);
    }

    /** Sets a parameter to a 64 bit number, given by its bits, or to a buffer. */
    public static int set(long kernel, int argument, long bits) {
        MemorySegment scratch = Scratch.get();
        put(scratch, VALUE, bits);
        return set(kernel, argument, Long.BYTES, scratch.address() + VALUE);
    }

    /** Sets a parameter to so much memory of each work group. */
    public static int setLocal(long kernel, int argument, long bytes) {
        return set(kernel, argument, bytes, 0L);
    }

    private static int set(long kernel, int argument, long bytes, long value) {
        try {
            return (int) SET.invokeExact(kernel, argument, bytes, value);
        } catch (Throwable thrown) {
            throw Binding.impossible(thrown);
        }
    }

    /**
     * Puts a kernel into a queue.
     *
     * @param items the number of work items, one number per dimension
     * @param group the number of work items in a group
     * @return the event that tells when it has ended
     */
    public static long launch(long queue, long kernel, int dimensions, long[] items, long[] group) {
        MemorySegment scratch = Scratch.get();
        for (int dimension = 0; dimension < dimensions; dimension++) {
            put(scratch, FIRST + dimension * Long.BYTES, items[dimension]);
            put(scratch, SECOND + dimension * Long.BYTES, group[dimension]);
        }
        try {
            int code = (int) LAUNCH.invokeExact(
                    queue,
                    kernel,
                    dimensions,
                    0L,
                    scratch.address() + FIRST,
                    scratch.address() + SECOND,
                    0,
                    0L,
                    scratch.address() + ANSWER);
            ErrorCode.check("clEnqueueNDRangeKernel", code);
            return word(scratch, ANSWER);
        } catch (Throwable thrown) {
            throw Binding.impossible(thrown);
        }
    }

    /** An event that tells when all that is in a queue now has ended. */
    public static long mark(long queue) {
        MemorySegment scratch = Scratch.get();
        try {
            int code = (int) MARK.invokeExact(queue, 0, 0L, scratch.address() + ANSWER);
            ErrorCode.check("clEnqueueMarkerWithWaitList", code);
            return word(scratch, ANSWER);
        } catch (Throwable thrown) {
            throw Binding.impossible(thrown);
        }
    }

    /** An event that tells when these events have happened, and all before it in an in-order queue. */
    public static long mark(long queue, long... events) {
        MemorySegment scratch = Scratch.get();
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment list = arena.allocateFrom(WORD, events);
            int code = (int) MARK.invokeExact(queue, events.length, list.address(), scratch.address() + ANSWER);
            ErrorCode.check("clEnqueueMarkerWithWaitList", code);
            return word(scratch, ANSWER);
        } catch (Throwable thrown) {
            throw Binding.impossible(thrown);
        }
    }
}
