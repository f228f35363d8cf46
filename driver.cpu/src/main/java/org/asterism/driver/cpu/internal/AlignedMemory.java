package org.asterism.driver.cpu.internal;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/**
 * Allocates host memory in single blocks, aligned to cache lines. It uses the C library's allocator where
 * {@code posix_memalign} exists, because an arena per block would cost a handshake with every thread when it is closed.
 */
final class AlignedMemory {
    private static final long ALIGNMENT = 64;
    private static final MethodHandle ALLOCATE = find(
            "posix_memalign",
            FunctionDescriptor.of(
                    ValueLayout.JAVA_INT, ValueLayout.ADDRESS, ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG));
    private static final MethodHandle FREE = find("free", FunctionDescriptor.ofVoid(ValueLayout.ADDRESS));

    /**
     * A block of memory.
     *
     * @param segment the memory
     * @param arena the arena that owns it; null if the C library does
     */
    record Block(MemorySegment segment, Arena arena) {
        /** Gives the memory back; once. */
        void free() {
            if (arena != null) {
                arena.close();
                return;
            }
            try {
                FREE.invokeExact(segment);
            } catch (Throwable thrown) {
                throw new IllegalStateException("freeing native memory failed", thrown);
            }
        }
    }

    private AlignedMemory() {}

    @SuppressWarnings("restricted") // the C library's allocator is what this class is for
    private static MethodHandle find(String function, FunctionDescriptor descriptor) {
        Linker linker = Linker.nativeLinker();
        SymbolLookup library = linker.defaultLookup();
        return library.find(function)
                .map(symbol -> linker.downcallHandle(symbol, descriptor))
                .orElse(null);
    }

    /**
     * Takes memory, with any content.
     *
     * @param bytes more than 0
     * @return null if there is not enough
     */
    @SuppressWarnings("restricted") // the size is the one that was asked for
    static Block allocate(long bytes) {
        if (ALLOCATE == null || FREE == null) {
            return fromArena(bytes);
        }
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment address = arena.allocate(ValueLayout.ADDRESS);
            int error = (int) ALLOCATE.invokeExact(address, ALIGNMENT, bytes);
            return error != 0
                    ? null
                    : new Block(address.get(ValueLayout.ADDRESS, 0).reinterpret(bytes), null);
        } catch (Error | RuntimeException thrown) {
            throw thrown;
        } catch (Throwable thrown) {
            throw new IllegalStateException("allocating " + bytes + " bytes of native memory failed", thrown);
        }
    }

    private static Block fromArena(long bytes) {
        Arena arena = Arena.ofShared();
        try {
            return new Block(arena.allocate(bytes, ALIGNMENT), arena);
        } catch (OutOfMemoryError full) {
            arena.close();
            return null;
        }
    }
}
