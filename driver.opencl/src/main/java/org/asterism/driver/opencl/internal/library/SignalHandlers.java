package org.asterism.driver.opencl.internal.library;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.util.function.Supplier;

/**
 * Restores the signal handlers of the process after calls that replace them.
 *
 * <p>The virtual machine needs its handlers. Compiled code runs into SIGSEGV at safepoints and at null references, and
 * into SIGFPE when it divides by zero. PoCL replaces them in two ways:
 *
 * <ul>
 *   <li>LLVM, which it loads, installs one-shot handlers ({@code SA_RESETHAND}). While such a handler runs, the signal
 *       has its default action, until the handler has restored the former ones. If a second thread runs into a
 *       safepoint in this time, the process ends, and the virtual machine reports nothing.
 *   <li>PoCL's own handler of SIGFPE skips the division, so that in Java {@code 1 / 0} would have a value.
 * </ul>
 *
 * <p>Any thread may use it. A handler that was installed during such calls is regarded as one of PoCL's and removed,
 * unless the virtual machine has installed it for {@code sun.misc.Signal}.
 */
public final class SignalHandlers {
    /** Signals have the numbers from 1; those after this one are real-time signals, which nobody replaces. */
    private static final int LAST_SIGNAL = 31;

    /** The handlers {@code SIG_DFL} and {@code SIG_IGN}. */
    private static final long DEFAULT = 0;

    private static final long IGNORE = 1;

    /** More than {@code struct sigaction} takes on any system: 152 bytes on Linux. Its first word is the handler. */
    private static final int ACTION_BYTES = 256;

    /**
     * {@code int sigaction(int, const struct sigaction *, struct sigaction *)}; null where it cannot be called, as on
     * Windows.
     */
    private static final MethodHandle SIGACTION = find();

    /** The actions from before the calls that are under way; guarded by the class, like their number. */
    private static final MemorySegment BEFORE = Arena.global().allocate((LAST_SIGNAL + 1) * ACTION_BYTES);

    private static int callsUnderWay;

    private SignalHandlers() {}

    @SuppressWarnings("restricted")
    private static MethodHandle find() {
        try {
            Linker linker = Linker.nativeLinker();
            return linker.defaultLookup()
                    .find("sigaction")
                    .map(address ->
                            linker.downcallHandle(address, FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS, ADDRESS)))
                    .orElse(null);
        } catch (RuntimeException | LinkageError denied) {
            return null; // then OpenCL cannot be called either, and says why
        }
    }

    /**
     * Makes calls that may replace handlers, and puts back those that were replaced.
     *
     * @param calls is run on this thread
     * @return the result of the calls
     */
    public static <T> T keepDuring(Supplier<T> calls) {
        if (SIGACTION == null) {
            return calls.get();
        }
        begin();
        try {
            return calls.get();
        } finally {
            end();
        }
    }

    private static synchronized void begin() {
        if (callsUnderWay == 0) {
            for (int signal = 1; signal <= LAST_SIGNAL; signal++) {
                action(signal, MemorySegment.NULL, before(signal));
            }
        }
        callsUnderWay++;
    }

    private static synchronized void end() {
        callsUnderWay--;
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment now = arena.allocate(ACTION_BYTES);
            for (int signal = 1; signal <= LAST_SIGNAL; signal++) {
                if (action(signal, MemorySegment.NULL, now) && isNew(now.get(JAVA_LONG, 0))) {
                    action(signal, before(signal), MemorySegment.NULL);
                }
            }
        }
    }

    /** Whether a handler served for no signal before. */
    private static boolean isNew(long handler) {
        for (int signal = 1; signal <= LAST_SIGNAL; signal++) {
            if (before(signal).get(JAVA_LONG, 0) == handler) {
                return false;
            }
        }
        return handler != DEFAULT && handler != IGNORE;
    }

    private static MemorySegment before(int signal) {
        return BEFORE.asSlice((long) signal * ACTION_BYTES, ACTION_BYTES);
    }

    /** Sets and asks for the action of a signal; false if there is none that can be set. */
    private static boolean action(int signal, MemorySegment wanted, MemorySegment former) {
        try {
            return (int) SIGACTION.invokeExact(signal, wanted, former) == 0;
        } catch (Throwable thrown) {
            throw new IllegalStateException("sigaction has thrown", thrown);
        }
    }
}
