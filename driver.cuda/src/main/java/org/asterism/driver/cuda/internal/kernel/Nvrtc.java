package org.asterism.driver.cuda.internal.kernel;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * NVIDIA's runtime compiler of either major version: its functions are the same in 12 and 13.
 *
 * <p>It compiles to a binary for the device, which every driver of the same or a later major version can load. It
 * compiles to PTX only if it does not know the device, or if its major version is later than the driver's, because PTX
 * may be too new for the driver.
 */
final class Nvrtc implements CudaCompiler {
    private final SymbolLookup symbols;
    private final String version;
    private final int major;
    private final List<Integer> capabilities;

    /**
     * Wraps a library.
     *
     * @param symbols of libnvrtc
     * @throws IllegalArgumentException if it has not the functions that are needed
     */
    Nvrtc(SymbolLookup symbols) {
        this.symbols = symbols;
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment numbers = arena.allocate(JAVA_INT, 2);
            check("nvrtcVersion", call("nvrtcVersion", numbers, numbers.asSlice(JAVA_INT.byteSize())));
            major = numbers.getAtIndex(JAVA_INT, 0);
            version = "nvrtc " + major + "." + numbers.getAtIndex(JAVA_INT, 1);
            check("nvrtcGetNumSupportedArchs", call("nvrtcGetNumSupportedArchs", numbers));
            MemorySegment known = arena.allocate(JAVA_INT, Math.max(1, numbers.get(JAVA_INT, 0)));
            check("nvrtcGetSupportedArchs", call("nvrtcGetSupportedArchs", known));
            capabilities = new ArrayList<>();
            for (int index = 0; index < numbers.get(JAVA_INT, 0); index++) {
                capabilities.add(known.getAtIndex(JAVA_INT, index));
            }
        }
    }

    @Override
    public String version() {
        return version;
    }

    @Override
    public byte[] compile(String source, String origin, int capability, int driverVersion, List<String> options) {
        boolean known = capabilities.contains(capability);
        boolean binary = known && major <= driverVersion / 1000;
        int target = known
                ? capability
                : capabilities.stream()
                        .filter(one -> one <= capability)
                        .max(Integer::compare)
                        .orElseThrow(() -> new IllegalArgumentException(version + " compiles for " + capabilities
                                + ", which leaves out devices of compute capability " + capability / 10 + "."
                                + capability % 10 + ": install an older one, or give PTX or CUBIN"));
        List<String> all = new ArrayList<>(options);
        all.add("--gpu-architecture=" + (binary ? "sm_" : "compute_") + target);
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment place = arena.allocate(ADDRESS);
            check(
                    "nvrtcCreateProgram",
                    call(
                            "nvrtcCreateProgram",
                            place,
                            arena.allocateFrom(source),
                            arena.allocateFrom(origin),
                            0,
                            MemorySegment.NULL,
                            MemorySegment.NULL));
            MemorySegment program = place.get(ADDRESS, 0);
            try {
                compile(arena, program, origin, all);
                return binary ? result(arena, program, "CUBIN") : result(arena, program, "PTX");
            } finally {
                call("nvrtcDestroyProgram", place);
            }
        }
    }

    private void compile(Arena arena, MemorySegment program, String origin, List<String> options) {
        MemorySegment list = arena.allocate(ADDRESS, Math.max(1, options.size()));
        for (int index = 0; index < options.size(); index++) {
            list.setAtIndex(ADDRESS, index, arena.allocateFrom(options.get(index)));
        }
        int error = call("nvrtcCompileProgram", program, options.size(), list);
        if (error != 0) {
            String log = new String(result(arena, program, "ProgramLog")).strip();
            throw new IllegalArgumentException("the CUDA C from " + origin + " cannot be compiled by " + version
                    + " with " + String.join(" ", options) + ": " + name(error)
                    + (log.isEmpty() ? "" : "\n" + log.replace("\0", "")));
        }
    }

    /** Returns the output of the compiler; its size is queried first. */
    private byte[] result(Arena arena, MemorySegment program, String what) {
        MemorySegment size = arena.allocate(JAVA_LONG);
        check("nvrtcGet" + what + "Size", call("nvrtcGet" + what + "Size", program, size));
        MemorySegment bytes = arena.allocate(Math.max(1, size.get(JAVA_LONG, 0)));
        check("nvrtcGet" + what, call("nvrtcGet" + what, program, bytes));
        return bytes.asSlice(0, size.get(JAVA_LONG, 0)).toArray(JAVA_BYTE);
    }

    private void check(String function, int error) {
        if (error != 0) {
            throw new IllegalArgumentException(function + " failed: " + name(error));
        }
    }

    @SuppressWarnings("restricted") // the compiler's own text
    private String name(int error) {
        Optional<MemorySegment> function = symbols.find("nvrtcGetErrorString");
        if (function.isEmpty()) {
            return "error " + error;
        }
        try {
            MemorySegment text = (MemorySegment) Linker.nativeLinker()
                    .downcallHandle(function.get(), FunctionDescriptor.of(ADDRESS, JAVA_INT))
                    .invokeExact(error);
            return text.reinterpret(Integer.MAX_VALUE).getString(0) + " (" + error + ")";
        } catch (Throwable thrown) {
            return "error " + error;
        }
    }

    /** Compiling takes a tenth of a second, so handles are not worth keeping. */
    @SuppressWarnings("restricted") // the signatures are those of nvrtc.h
    private int call(String function, Object... arguments) {
        MemorySegment address = symbols.find(function)
                .orElseThrow(() -> new IllegalArgumentException("the library has no function " + function
                        + ", so it is older than NVRTC 11.2: install 12 or 13"));
        MemoryLayout[] layouts = new MemoryLayout[arguments.length];
        for (int index = 0; index < layouts.length; index++) {
            layouts[index] = arguments[index] instanceof Integer ? JAVA_INT : ADDRESS;
        }
        try {
            MethodHandle handle =
                    Linker.nativeLinker().downcallHandle(address, FunctionDescriptor.of(JAVA_INT, layouts));
            return (int) handle.invokeWithArguments(arguments);
        } catch (RuntimeException | Error thrown) {
            throw thrown;
        } catch (Throwable thrown) {
            throw new IllegalStateException(function + " cannot be called", thrown);
        }
    }
}
