package org.asterism.driver.opencl.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.List;

/** An event of OpenCL that a test sets, so that what waits for it is under way until then, or fails. */
@SuppressWarnings("restricted")
final class UserEvent {
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT;
    private static final ValueLayout.OfLong WORD = ValueLayout.JAVA_LONG;
    private static final SymbolLookup LIBRARY = SymbolLookup.libraryLookup("libOpenCL.so.1", Arena.global());

    private final long handle;

    private UserEvent(long handle) {
        this.handle = handle;
    }

    private static Object call(String name, FunctionDescriptor type, Object... arguments) {
        MethodHandle function =
                Linker.nativeLinker().downcallHandle(LIBRARY.find(name).orElseThrow(), type);
        try {
            return function.invokeWithArguments(List.of(arguments));
        } catch (Throwable thrown) {
            throw new AssertionError(thrown);
        }
    }

    static UserEvent in(long context) {
        return new UserEvent((long) call("clCreateUserEvent", FunctionDescriptor.of(WORD, WORD, WORD), context, 0L));
    }

    /**
     * Has a queue wait for it. The marker's event is kept: PoCL 3.1 aborts the process when one fails that nobody has.
     */
    void hold(long queue) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment list = arena.allocateFrom(WORD, handle);
            MemorySegment kept = arena.allocate(WORD);
            FunctionDescriptor type = FunctionDescriptor.of(INT, WORD, INT, WORD, WORD);
            assertEquals(0, call("clEnqueueMarkerWithWaitList", type, queue, 1, list.address(), kept.address()));
        }
    }

    /** 0 lets those go that wait for it; a negative number has them fail. */
    void set(int status) {
        assertEquals(0, call("clSetUserEventStatus", FunctionDescriptor.of(INT, WORD, INT), handle, status));
    }
}
