package org.asterism.driver.opencl.internal.library;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.util.function.Supplier;

/**
 * Keeps the signal handlers of the process through calls that replace some.
 *
 * <p>The virtual machine needs its own: compiled code runs into SIGSEGV at safepoints and at null references. LLVM, which PoCL
 * loads, puts handlers in their place that serve once ({@code SA_RESETHAND}). When a thread runs into one, the action is the
 * default until that handler has put back the former ones, and a second thread that runs into a safepoint meanwhile ends the
 * process, without a word of the virtual machine.
 *
 * <p>Any thread. Handlers that others install while calls are under way are lost as well.
 */
public final class SignalHandlers {
    /** Signals have the numbers from 1; those after this one are for real time, and nobody's affair here. */
    private static final int LAST_SIGNAL = 31;

    /** PoCL answers divisions by zero in kernels, and hands others on: its handler stays. */
    private static final int SIGFPE = 8;

    /** More than {@code struct sigaction} takes on any system: 152 bytes on Linux. */
    private static final int ACTION_BYTES = 256;

    /** {@code int sigaction(int, const struct sigaction *, struct sigaction *)}; null where there is none, as on Windows. */
    private static final MethodHandle SIGACTION = find();

    /** The actions from before the calls that are under way; guarded by the class, like their number. */
    private static final MemorySegment BEFORE = Arena.global().allocate((LAST_SIGNAL + 1) * ACTION_BYTES);

    private static int callsUnderWay;

    private SignalHandlers() {}

    @SuppressWarnings("restricted")
    private static MethodHandle find() {
        Linker linker = Linker.nativeLinker();
        return linker.defaultLookup()
                .find("sigaction")
                .map(address ->
                        linker.downcallHandle(address, FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS, ADDRESS)))
                .orElse(null);
    }

    /**
     * Makes calls that may replace handlers, and puts back those that were replaced.
     *
     * @param calls is run on this thread
     * @return what they return
     */
    public static <T> T keepDuring(Supplier<T> calls) {
        begin();
        try {
            return calls.get();
        } finally {
            end();
        }
    }

    private static synchronized void begin() {
        if (callsUnderWay++ == 0) {
            for (int signal = 1; signal <= LAST_SIGNAL; signal++) {
                action(signal, MemorySegment.NULL, before(signal));
            }
        }
    }

    private static synchronized void end() {
        callsUnderWay--;
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment now = arena.allocate(ACTION_BYTES);
            for (int signal = 1; signal <= LAST_SIGNAL; signal++) {
                if (signal != SIGFPE && action(signal, MemorySegment.NULL, now) && now.mismatch(before(signal)) >= 0) {
                    action(signal, before(signal), MemorySegment.NULL);
                }
            }
        }
    }

    private static MemorySegment before(int signal) {
        return BEFORE.asSlice((long) signal * ACTION_BYTES, ACTION_BYTES);
    }

    /** Sets and asks for the action of a signal; false if that is not possible. */
    private static boolean action(int signal, MemorySegment wanted, MemorySegment former) {
        try {
            return SIGACTION != null && (int) SIGACTION.invokeExact(signal, wanted, former) == 0;
        } catch (Throwable thrown) {
            throw new IllegalStateException("sigaction has thrown", thrown);
        }
    }
}
