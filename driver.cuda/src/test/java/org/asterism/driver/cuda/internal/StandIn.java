package org.asterism.driver.cuda.internal;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.asterism.driver.cuda.internal.library.CudaLibrary;
import org.asterism.driver.cuda.internal.library.NativeCuda;
import org.asterism.driver.cuda.internal.testing.NativeBuild;
import org.junit.jupiter.api.Assumptions;

/**
 * The stand-in for NVIDIA's driver library: built from the sources beside the tests, and loaded before anybody asks for
 * {@code libcuda.so.1}, so that all who do get it. Tests that need it call {@link #assume}; they are skipped where
 * there is no C compiler, and where the tests are to run on a real device.
 */
final class StandIn {
    /** The system property that says that the tests of this run are for a real device. */
    static final String REAL_DEVICE = "asterism.cuda.real";

    private static final Path LIBRARY = Path.of("target/standin/libcuda.so.1").toAbsolutePath();

    private static StandIn instance;
    private static String whyNot;

    private final SymbolLookup symbols;
    private final CudaLibrary cuda;

    /** What a stream did, as the stand-in put it down. */
    record Traced(int kind, int device, int stream, double begin, double end, double bytes) {
        static final int COPY_IN = 0;
        static final int COPY_OUT = 1;
        static final int COPY_PEER = 2;
        static final int KERNEL = 3;

        boolean overlaps(Traced other) {
            return begin < other.end && other.begin < end;
        }
    }

    private StandIn(SymbolLookup symbols) {
        this.symbols = symbols;
        List<String> reasons = new ArrayList<>();
        this.cuda = NativeCuda.open(reasons::add)
                .orElseThrow(() -> new AssertionError("the stand-in cannot be opened: " + reasons));
    }

    /** The stand-in as it was built, with nothing put down; skips the test where there cannot be one. */
    static synchronized StandIn assume() {
        Assumptions.assumeFalse(Boolean.getBoolean(REAL_DEVICE), "this run is for a real device");
        if (instance == null && whyNot == null) {
            whyNot = NativeBuild.build(LIBRARY, "libcuda.so.1", "standin.c", "kernels.c");
            if (whyNot.isEmpty()) {
                instance = new StandIn(load());
            }
        }
        Assumptions.assumeTrue(instance != null, whyNot);
        awaitMemoriesThatClose();
        instance.set("devices", 2);
        instance.set("memory", 256 << 20);
        instance.set("gigabytes.per.second", 0);
        instance.set("peers", 1);
        instance.set("version", 13000);
        instance.set("contexts", 0);
        instance.forget();
        return instance;
    }

    /**
     * A memory that was closed within the word of a copy gives its context back on a thread of its own, perhaps after
     * the test's end.
     */
    private static void awaitMemoriesThatClose() {
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            if (thread.getName().startsWith("asterism ") && thread.getName().endsWith(" closes")) {
                try {
                    thread.join();
                } catch (InterruptedException interrupted) {
                    throw new AssertionError("interrupted while " + thread.getName(), interrupted);
                }
            }
        }
    }

    @SuppressWarnings("restricted") // it has to be loaded before anybody asks for it by name
    private static SymbolLookup load() {
        return SymbolLookup.libraryLookup(LIBRARY, Arena.global());
    }

    /** The stand-in, as the driver opens it. */
    CudaLibrary cuda() {
        return cuda;
    }

    /** A driver on the stand-in. */
    CudaDriver driver() {
        return driver(Map.of());
    }

    /** A driver on the stand-in, with a configuration. */
    CudaDriver driver(Map<String, ?> configured) {
        return new CudaDriver(configured, whyNot -> Optional.of(cuda), Optional::empty);
    }

    /** Sets up devices or their surroundings; see standin.c. */
    void set(String name, double value) {
        try (Arena arena = Arena.ofConfined()) {
            handle("standin_set", FunctionDescriptor.ofVoid(ADDRESS, JAVA_DOUBLE))
                    .invokeExact(arena.allocateFrom(name), value);
        } catch (Throwable thrown) {
            throw new AssertionError(thrown);
        }
    }

    /** Has the n-th call of a function from now on fail. */
    void fail(String function, int call, int error) {
        try (Arena arena = Arena.ofConfined()) {
            handle("standin_fail", FunctionDescriptor.ofVoid(ADDRESS, JAVA_INT, JAVA_INT))
                    .invokeExact(arena.allocateFrom(function), call, error);
        } catch (Throwable thrown) {
            throw new AssertionError(thrown);
        }
    }

    /** Has a device fail for good. */
    void kill(int device, int error) {
        try {
            handle("standin_kill", FunctionDescriptor.ofVoid(JAVA_INT, JAVA_INT))
                    .invokeExact(device, error);
        } catch (Throwable thrown) {
            throw new AssertionError(thrown);
        }
    }

    /** What was counted; see standin.c. */
    double get(String name) {
        try (Arena arena = Arena.ofConfined()) {
            return (double) handle("standin_get", FunctionDescriptor.of(JAVA_DOUBLE, ADDRESS))
                    .invokeExact(arena.allocateFrom(name));
        } catch (Throwable thrown) {
            throw new AssertionError(thrown);
        }
    }

    /** Forgets what was counted, and what was to fail. */
    void forget() {
        try {
            handle("standin_forget", FunctionDescriptor.ofVoid()).invokeExact();
        } catch (Throwable thrown) {
            throw new AssertionError(thrown);
        }
    }

    /** What streams have done. */
    List<Traced> trace() {
        List<Traced> trace = new ArrayList<>();
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment out = arena.allocate(MemoryLayout.sequenceLayout(6, JAVA_DOUBLE));
            MethodHandle get = handle("standin_trace", FunctionDescriptor.ofVoid(JAVA_INT, ADDRESS));
            int count = (int) get("traced");
            for (int number = 0; number < count; number++) {
                get.invokeExact(number, out);
                trace.add(new Traced(
                        (int) out.getAtIndex(JAVA_DOUBLE, 0),
                        (int) out.getAtIndex(JAVA_DOUBLE, 1),
                        (int) out.getAtIndex(JAVA_DOUBLE, 2),
                        out.getAtIndex(JAVA_DOUBLE, 3),
                        out.getAtIndex(JAVA_DOUBLE, 4),
                        out.getAtIndex(JAVA_DOUBLE, 5)));
            }
            return trace;
        } catch (Throwable thrown) {
            throw new AssertionError(thrown);
        }
    }

    @SuppressWarnings("restricted") // the functions are those of standin.c
    private MethodHandle handle(String function, FunctionDescriptor signature) {
        return Linker.nativeLinker().downcallHandle(symbols.find(function).orElseThrow(), signature);
    }

    /** Text of a program beside the tests. */
    static byte[] program(String name) {
        try {
            return Files.readAllBytes(Path.of("src/test/ptx").resolve(name));
        } catch (IOException missing) {
            throw new UncheckedIOException(missing);
        }
    }
}
