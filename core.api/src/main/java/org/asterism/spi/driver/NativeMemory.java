package org.asterism.spi.driver;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/**
 * Allocates native memory of the host in single blocks, aligned to cache lines. Thread-safe.
 *
 * <p>It uses the C library's allocator where {@code posix_memalign} exists. An arena per block would cost a handshake
 * with every thread when it is closed. Memory is not touched here, so the system places it near the first thread that
 * writes it.
 */
public final class NativeMemory {
    private static final long ALIGNMENT = 64;
    private static final MethodHandle ALLOCATE = find(
            "posix_memalign",
            FunctionDescriptor.of(
                    ValueLayout.JAVA_INT, ValueLayout.ADDRESS, ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG));
    private static final MethodHandle FREE = find("free", FunctionDescriptor.ofVoid(ValueLayout.ADDRESS));

    /** A block of memory that its owner frees once. */
    public interface Block {
        /** {@return the memory} */
        MemorySegment segment();

        /** Gives the memory back. */
        void free();
    }

    private record ArenaBlock(Arena arena, MemorySegment segment) implements Block {
        @Override
        public void free() {
            arena.close();
        }
    }

    private record LibraryBlock(MemorySegment segment) implements Block {
        @Override
        public void free() {
            try {
                FREE.invokeExact(segment);
            } catch (Throwable thrown) {
                throw new IllegalStateException("freeing native memory failed", thrown);
            }
        }
    }

    private NativeMemory() {}

    @SuppressWarnings("restricted") // the C library's allocator is what this class is for
    private static MethodHandle find(String function, FunctionDescriptor descriptor) {
        Linker linker = Linker.nativeLinker();
        SymbolLookup library = linker.defaultLookup();
        return library.find(function)
                .map(symbol -> linker.downcallHandle(symbol, descriptor))
                .orElse(null);
    }

    /**
     * Allocates memory, with any content.
     *
     * @param bytes from 0
     * @return the block, of that size
     * @throws OutOfMemoryError if the system has not enough
     */
    @SuppressWarnings("restricted") // the size is the one that was asked for
    public static Block allocate(long bytes) {
        if (ALLOCATE == null || FREE == null) {
            return fromArena(bytes);
        }
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment address = arena.allocate(ValueLayout.ADDRESS);
            int error = (int) ALLOCATE.invokeExact(address, ALIGNMENT, Math.max(1, bytes));
            if (error != 0) {
                throw new OutOfMemoryError("no " + bytes + " bytes of native memory for data (error " + error + ")");
            }
            return new LibraryBlock(address.get(ValueLayout.ADDRESS, 0).reinterpret(bytes));
        } catch (Error | RuntimeException thrown) {
            throw thrown;
        } catch (Throwable thrown) {
            throw new IllegalStateException("allocating " + bytes + " bytes of native memory failed", thrown);
        }
    }

    private static Block fromArena(long bytes) {
        Arena arena = Arena.ofShared();
        try {
            return new ArenaBlock(arena, arena.allocate(bytes, ALIGNMENT));
        } catch (OutOfMemoryError full) {
            arena.close();
            throw full;
        }
    }
}
