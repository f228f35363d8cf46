package org.asterism.topology.hwloc.internal;

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
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * Calls functions of libhwloc 2 by name. Parameters come in the order of hwloc's C header: a {@link MemorySegment} for a pointer, a
 * {@link String} for text, an {@link Integer} for an {@code int} and a {@link Long} for an {@code unsigned long}, which takes a whole
 * register also where it has 32 bits. Calls are few, so that each takes some microseconds does not matter.
 *
 * <p>The library stays loaded until the JVM ends, since what it uses itself, such as libxml2, leaves memory behind when it is
 * unloaded. It is loaded for the JVM and not for a class loader, so this bundle can be updated at will. Not safe for use by several threads.
 */
@SuppressWarnings("restricted") // calling native code is what this class is for
final class HwlocLibrary {
    static final int HWLOC_TYPE_FILTER_KEEP_IMPORTANT = 3;
    static final int HWLOC_CPUBIND_PROCESS = 1;
    static final int HWLOC_CPUBIND_THREAD = 1 << 1;
    static final long HWLOC_RESTRICT_FLAG_ADAPT_IO = 1L << 2;
    static final long HWLOC_TOPOLOGY_COMPONENTS_FLAG_BLACKLIST = 1;

    private final SymbolLookup symbols;
    private final Map<String, MethodHandle> handles = new HashMap<>();

    /**
     * Loads the library, unless it is loaded.
     *
     * @param name a file name or path that the system's loader finds
     * @throws IllegalArgumentException if there is no such library
     * @throws IllegalCallerException if the user has denied native access
     */
    HwlocLibrary(String name) {
        symbols = SymbolLookup.libraryLookup(name, Arena.global());
    }

    /** Whether the library has a function. */
    boolean has(String function) {
        return symbols.find(function).isPresent();
    }

    /** Calls a function that returns a number; of one that returns nothing, the result has no meaning. */
    int call(String function, Object... arguments) {
        return (int) invoke(function, JAVA_INT, arguments);
    }

    /** Calls a function that returns a pointer. */
    MemorySegment callForPointer(String function, Object... arguments) {
        return (MemorySegment) invoke(function, ADDRESS, arguments);
    }

    private Object invoke(String function, MemoryLayout result, Object... arguments) {
        MethodHandle handle = handles.computeIfAbsent(function, name -> find(name, result, arguments));
        try (Arena arena = Arena.ofConfined()) {
            return handle.invokeWithArguments(Arrays.stream(arguments)
                    .map(each -> each instanceof String text ? arena.allocateFrom(text) : each)
                    .toList());
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(function + " cannot be called: " + e, e);
        }
    }

    private MethodHandle find(String function, MemoryLayout result, Object... arguments) {
        MemoryLayout[] parameters =
                Arrays.stream(arguments).map(HwlocLibrary::layoutOf).toArray(MemoryLayout[]::new);
        return Linker.nativeLinker()
                .downcallHandle(symbols.findOrThrow(function), FunctionDescriptor.of(result, parameters));
    }

    private static MemoryLayout layoutOf(Object argument) {
        return switch (argument) {
            case Integer _ -> JAVA_INT;
            case Long _ -> JAVA_LONG;
            default -> ADDRESS;
        };
    }
}
