package org.asterism.driver.opencl.internal;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.asterism.api.Clock;
import org.asterism.driver.opencl.internal.library.SignalHandlers;
import org.asterism.spi.driver.DriverRequest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;

/**
 * The driver leaves the signal handlers of the process alone. Each test has a JVM of its own, since LLVM installs
 * handlers once.
 */
@DisabledOnOs(OS.WINDOWS)
class SignalsTest {
    private static final int SIGKILL = 9;
    private static final int SIGXCPU = 24;
    private static final int LAST_SIGNAL = 31;

    /** Run in the other JVM: prints the signals whose handlers a first look for devices has changed. */
    public static final class Look {
        public static void main(String... arguments) {
            long[] before = handlers();
            new OpenClDriver(Map.of("cpu.devices", "true"))
                    .report(new DriverRequest(OptionalInt.empty(), Clock.system(), Map.of()));
            printChanges(before);
            int zero = arguments.length;
            try {
                System.out.print(1 / zero); // of int: the interpreter looks at a divisor of long before it divides
            } catch (ArithmeticException expected) {
                System.out.print(" division by zero is noticed");
            }
        }
    }

    /** Run in the other JVM: prints the signals that are handled otherwise than before calls within calls. */
    public static final class Nested {
        public static void main(String... arguments) {
            long[] before = handlers();
            SignalHandlers.keepDuring(() -> {
                replace(SIGXCPU);
                SignalHandlers.keepDuring(() -> null);
                printChanges(before);
                replace(SIGXCPU);
                return null;
            });
            printChanges(before);
        }
    }

    private static void printChanges(long[] before) {
        long[] after = handlers();
        System.out.print(IntStream.range(0, before.length)
                .filter(signal -> before[signal] != after[signal])
                .boxed()
                .toList());
    }

    /** By signal, the address of its handler: the first word of {@code struct sigaction}. */
    private static long[] handlers() {
        MethodHandle sigaction = function("sigaction", FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS, ADDRESS));
        long[] handlers = new long[LAST_SIGNAL + 1];
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment action = arena.allocate(256);
            for (int signal = 1; signal <= LAST_SIGNAL; signal++) {
                if (signal != SIGKILL && (int) sigaction.invokeExact(signal, MemorySegment.NULL, action) == 0) {
                    handlers[signal] = action.get(JAVA_LONG, 0);
                }
            }
        } catch (Throwable impossible) {
            throw new AssertionError(impossible);
        }
        return handlers;
    }

    private static void replace(int signal) {
        try {
            MemorySegment former = (MemorySegment) function("signal", FunctionDescriptor.of(ADDRESS, JAVA_INT, ADDRESS))
                    .invokeExact(
                            signal,
                            Linker.nativeLinker().defaultLookup().find("abs").orElseThrow());
            assertEquals(MemorySegment.NULL, former);
        } catch (Throwable impossible) {
            throw new AssertionError(impossible);
        }
    }

    @SuppressWarnings("restricted")
    private static MethodHandle function(String name, FunctionDescriptor type) {
        Linker linker = Linker.nativeLinker();
        return linker.downcallHandle(linker.defaultLookup().find(name).orElseThrow(), type);
    }

    @Test
    void shouldBeHandledAsBeforeTheLookForDevices() throws Exception {
        Pocl.assumeThere();
        assertEquals("[] division by zero is noticed", OtherJvm.run(Look.class, Map.of(), "-Xint"));
    }

    @Test
    void shouldBeHandledAsBeforeCallsWithinCalls() throws Exception {
        assertEquals("[][]", OtherJvm.run(Nested.class, Map.of()));
    }
}
