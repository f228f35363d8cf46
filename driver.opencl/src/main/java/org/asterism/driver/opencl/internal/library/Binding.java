package org.asterism.driver.opencl.internal.library;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.List;
import java.util.Locale;

/**
 * The library that applications link with, which finds the installed platforms. It is loaded when this class is
 * initialized. Handles and sizes are 64-bit numbers, so OpenCL is supported on 64-bit systems only.
 */
final class Binding {
    /** A handle, a size, or an address of main memory. */
    static final ValueLayout.OfLong WORD = ValueLayout.JAVA_LONG;

    static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT;

    private static final SymbolLookup LIBRARY = load(names());

    private Binding() {}

    /** A function by its name. */
    @SuppressWarnings("restricted")
    static MethodHandle function(String name, FunctionDescriptor type) {
        return Linker.nativeLinker()
                .downcallHandle(
                        LIBRARY.find(name)
                                .orElseThrow(() -> new UnsatisfiedLinkError("the library has no function " + name)),
                        type);
    }

    @SuppressWarnings("restricted")
    static SymbolLookup load(List<String> names) {
        StringBuilder reasons = new StringBuilder();
        for (String name : names) {
            try {
                return SymbolLookup.libraryLookup(name, Arena.global());
            } catch (IllegalArgumentException missing) {
                reasons.append(reasons.isEmpty() ? "" : "; ").append(missing.getMessage());
            }
        }
        throw new UnsatisfiedLinkError(reasons.toString());
    }

    private static List<String> names() {
        String system = System.getProperty("os.name", "").toLowerCase(Locale.ROOT);
        if (system.contains("windows")) {
            return List.of("OpenCL.dll");
        }
        return system.contains("mac")
                ? List.of("/System/Library/Frameworks/OpenCL.framework/OpenCL")
                : List.of("libOpenCL.so.1", "libOpenCL.so");
    }

    /** Returns an error for an exception that a call through a handle declares but never throws. */
    static IllegalStateException impossible(Throwable thrown) {
        if (thrown instanceof RuntimeException unchecked) {
            throw unchecked;
        }
        if (thrown instanceof Error error) {
            throw error;
        }
        return new IllegalStateException("a call of OpenCL has thrown", thrown);
    }
}
