package org.asterism.driver.opencl.internal.library;

import static org.asterism.driver.opencl.internal.library.Binding.INT;
import static org.asterism.driver.opencl.internal.library.Binding.WORD;
import static org.asterism.driver.opencl.internal.library.Binding.function;
import static org.asterism.driver.opencl.internal.library.Scratch.ANSWER;
import static org.asterism.driver.opencl.internal.library.Scratch.VALUE;
import static org.asterism.driver.opencl.internal.library.Scratch.number;
import static org.asterism.driver.opencl.internal.library.Scratch.put;
import static org.asterism.driver.opencl.internal.library.Scratch.word;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/** Commands that are under way. */
public final class Events {
    private static final int COMMAND_EXECUTION_STATUS = 0x11D3;
    private static final int PROFILING_START = 0x1282;
    private static final int PROFILING_END = 0x1283;

    private static final FunctionDescriptor ONE = FunctionDescriptor.of(INT, WORD);
    private static final FunctionDescriptor QUESTION = FunctionDescriptor.of(INT, WORD, INT, WORD, WORD, WORD);

    private static final MethodHandle GET = function("clGetEventInfo", QUESTION);
    private static final MethodHandle GET_PROFILE = function("clGetEventProfilingInfo", QUESTION);
    private static final MethodHandle WAIT = function("clWaitForEvents", FunctionDescriptor.of(INT, INT, WORD));
    private static final MethodHandle RETAIN = function("clRetainEvent", ONE);
    private static final MethodHandle RELEASE = function("clReleaseEvent", ONE);

    private Events() {}

    /** 0 when the command has ended, negative when it failed; else it is under way. */
    public static int status(long event) {
        MemorySegment scratch = Scratch.get();
        try {
            int code = (int) GET.invokeExact(
                    event, COMMAND_EXECUTION_STATUS, (long) Integer.BYTES, scratch.address() + ANSWER, 0L);
            ErrorCode.check("clGetEventInfo", code);
            return number(scratch, ANSWER);
        } catch (Throwable thrown) {
            throw Binding.impossible(thrown);
        }
    }

    /** Returns the duration of the command on the device; negative if its queue does not measure it. */
    public static long nanos(long event) {
        long start = profile(event, PROFILING_START);
        long end = profile(event, PROFILING_END);
        return start < 0 || end < start ? -1 : end - start;
    }

    private static long profile(long event, int which) {
        MemorySegment scratch = Scratch.get();
        try {
            int code = (int) GET_PROFILE.invokeExact(event, which, (long) Long.BYTES, scratch.address() + ANSWER, 0L);
            return code == ErrorCode.SUCCESS ? word(scratch, ANSWER) : -1;
        } catch (Throwable thrown) {
            throw Binding.impossible(thrown);
        }
    }

    /**
     * Waits until a command has ended, well or not.
     *
     * @return 0, or what the library says of it
     */
    public static int await(long event) {
        MemorySegment scratch = Scratch.get();
        put(scratch, VALUE, event);
        try {
            return (int) WAIT.invokeExact(1, scratch.address() + VALUE);
        } catch (Throwable thrown) {
            throw Binding.impossible(thrown);
        }
    }

    /** Keeps an event beyond the release of whoever has it. */
    public static void retain(long event) {
        try {
            ErrorCode.check("clRetainEvent", (int) RETAIN.invokeExact(event));
        } catch (Throwable thrown) {
            throw Binding.impossible(thrown);
        }
    }

    /** Gives an event back. */
    public static void release(long event) {
        try {
            ErrorCode.note("clReleaseEvent", (int) RELEASE.invokeExact(event));
        } catch (Throwable thrown) {
            throw Binding.impossible(thrown);
        }
    }
}
