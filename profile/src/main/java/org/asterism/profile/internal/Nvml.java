package org.asterism.profile.internal;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * NVIDIA's management library, which comes with the driver of the GPUs. It has the functions of {@code nvml.h} that say
 * how much energy a GPU takes. One thread at a time.
 */
@SuppressWarnings("restricted") // the signatures are those of nvml.h
final class Nvml implements AutoCloseable {
    private static final int SUCCESS = 0;
    private static final Linker LINKER = Linker.nativeLinker();

    private final Arena arena;
    private final MethodHandle findDevice;
    private final MethodHandle totalEnergy;
    private final MethodHandle powerUsage;
    private final MethodHandle shutdown;

    private Nvml(Arena arena, SymbolLookup symbols) {
        this.arena = arena;
        findDevice = find(symbols, "nvmlDeviceGetHandleByPciBusId_v2", ADDRESS, ADDRESS);
        totalEnergy = find(symbols, "nvmlDeviceGetTotalEnergyConsumption", ADDRESS, ADDRESS);
        powerUsage = find(symbols, "nvmlDeviceGetPowerUsage", ADDRESS, ADDRESS);
        shutdown = find(symbols, "nvmlShutdown");
    }

    /**
     * Loads the library.
     *
     * @param library its name or path
     * @return empty if it is not there, or has no driver to talk to
     */
    static Optional<Nvml> open(String library) {
        Arena arena = Arena.ofShared();
        try {
            SymbolLookup symbols = SymbolLookup.libraryLookup(library, arena);
            Nvml opened = new Nvml(arena, symbols);
            if (call(find(symbols, "nvmlInit_v2")) == SUCCESS) {
                return Optional.of(opened);
            }
        } catch (IllegalArgumentException | UnsupportedOperationException | LinkageError notThere) {
            // No driver of NVIDIA, or one that is too old: its GPUs are not measured.
        }
        arena.close();
        return Optional.empty();
    }

    private static MethodHandle find(SymbolLookup symbols, String function, MemoryLayout... parameters) {
        return LINKER.downcallHandle(
                symbols.find(function).orElseThrow(() -> new UnsatisfiedLinkError(function)),
                FunctionDescriptor.of(JAVA_INT, parameters));
    }

    private static int call(MethodHandle function, Object... arguments) {
        try {
            return (int) function.invokeWithArguments(arguments);
        } catch (Throwable impossible) {
            throw new IllegalStateException("a call of NVML failed: " + impossible, impossible);
        }
    }

    /**
     * The GPU at an address of the machine's bus, such as {@code 0000:3b:00.0}; null if the library does not know it.
     */
    MemorySegment device(String bus) {
        try (Arena call = Arena.ofConfined()) {
            MemorySegment found = call.allocate(ADDRESS);
            return call(findDevice, call.allocateFrom(bus), found) == SUCCESS ? found.get(ADDRESS, 0) : null;
        }
    }

    /** The energy since the driver was loaded, in millijoules; empty if the GPU does not count it. */
    OptionalLong millijoules(MemorySegment device) {
        try (Arena call = Arena.ofConfined()) {
            MemorySegment value = call.allocate(JAVA_LONG);
            return call(totalEnergy, device, value) == SUCCESS
                    ? OptionalLong.of(value.get(JAVA_LONG, 0))
                    : OptionalLong.empty();
        }
    }

    /** The present power, in milliwatts; empty if the GPU does not measure it. */
    OptionalLong milliwatts(MemorySegment device) {
        try (Arena call = Arena.ofConfined()) {
            MemorySegment value = call.allocate(JAVA_INT);
            return call(powerUsage, device, value) == SUCCESS
                    ? OptionalLong.of(Integer.toUnsignedLong(value.get(JAVA_INT, 0)))
                    : OptionalLong.empty();
        }
    }

    @Override
    public void close() {
        call(shutdown);
        arena.close();
    }
}
