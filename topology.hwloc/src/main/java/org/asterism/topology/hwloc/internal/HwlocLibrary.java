package org.asterism.topology.hwloc.internal;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;

/**
 * Calls functions of libhwloc 2 by name. Parameters come in the order of hwloc's C header: a {@link MemorySegment} for
 * a pointer, a {@link String} for text, an {@link Integer} for an {@code int} and a {@link Long} for an {@code unsigned
 * long}, which takes a whole register even if it has 32 bits. Calls are rare, so it does not matter that each takes
 * some microseconds.
 *
 * <p>The library stays loaded until the JVM ends, because libraries that it uses, such as libxml2, leave memory behind
 * when they are unloaded. It is loaded for the JVM and not for a class loader, so this bundle can be updated at will.
 * Not safe for use by several threads.
 */
@SuppressWarnings("restricted") // calling native code is what this class is for
final class HwlocLibrary {
    static final int HWLOC_TYPE_FILTER_KEEP_IMPORTANT = 3;
    static final int HWLOC_CPUBIND_PROCESS = 1;
    static final int HWLOC_CPUBIND_THREAD = 1 << 1;
    static final long HWLOC_RESTRICT_FLAG_ADAPT_IO = 1L << 2;
    static final long HWLOC_TOPOLOGY_COMPONENTS_FLAG_BLACKLIST = 1;

    private static final int MOST_ARGUMENTS = 4;

    /**
     * Calls any of the functions. Each signature that the linker does not know yet makes it generate dozens of classes,
     * which takes longer than reading the machine. So all functions share one: the calling conventions of 64-bit
     * machines pass integers and pointers alike in a register each, and a function ignores those that it has no
     * parameter for.
     */
    private final MethodHandle call = Linker.nativeLinker()
            .downcallHandle(FunctionDescriptor.of(JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG));

    private final SymbolLookup symbols;

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
        return (int) invoke(function, arguments); // what is above an int in the register has no meaning
    }

    /** Calls a function that returns a pointer. */
    MemorySegment callForPointer(String function, Object... arguments) {
        return MemorySegment.ofAddress(invoke(function, arguments));
    }

    private long invoke(String function, Object... arguments) {
        MemorySegment address = symbols.findOrThrow(function);
        long[] words = new long[MOST_ARGUMENTS];
        try (Arena arena = Arena.ofConfined()) {
            for (int index = 0; index < arguments.length; index++) {
                words[index] = word(arguments[index], arena);
            }
            return (long) call.invokeExact(address, words[0], words[1], words[2], words[3]);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(function + " cannot be called: " + e, e);
        }
    }

    // No switch over the types: it would have classes generated at start-up as well.
    private static long word(Object argument, Arena arena) {
        if (argument instanceof Number number) {
            return number.longValue();
        }
        MemorySegment pointer = argument instanceof String text ? arena.allocateFrom(text) : (MemorySegment) argument;
        return pointer.address();
    }
}
