package org.asterism.topology.hwloc.internal;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Optional;

/** Binds threads by Linux's {@code sched_setaffinity}, without a separate library. */
final class LinuxAffinity {
    /** glibc's {@code cpu_set_t} has 1024 bits; larger sets may be passed, smaller ones some kernels refuse. */
    private static final int LEAST_WORDS = 1024 / Long.SIZE;

    /**
     * The call handle. It is made when a thread is bound for the first time, because that takes tens of milliseconds.
     */
    private static final class Holder {
        static final Optional<MethodHandle> SET_AFFINITY = find();

        @SuppressWarnings("restricted") // the signature below is that of sched_setaffinity(2)
        private static Optional<MethodHandle> find() {
            if (!System.getProperty("os.name", "").equals("Linux")) {
                return Optional.empty();
            }
            Linker linker = Linker.nativeLinker();
            SymbolLookup symbols = linker.defaultLookup();
            return symbols.find("sched_setaffinity")
                    .map(address -> linker.downcallHandle(
                            address,
                            FunctionDescriptor.of(
                                    ValueLayout.JAVA_INT,
                                    ValueLayout.JAVA_INT,
                                    ValueLayout.JAVA_LONG,
                                    ValueLayout.ADDRESS)));
        }
    }

    private LinuxAffinity() {}

    /**
     * Binds the calling thread.
     *
     * @return false if this is no Linux, or the kernel does not let it run on any of these
     */
    static boolean bind(BitSet processingUnits) {
        Optional<MethodHandle> setAffinity = Holder.SET_AFFINITY;
        if (setAffinity.isEmpty()) {
            return false;
        }
        long[] words = processingUnits.toLongArray();
        words = Arrays.copyOf(words, Math.max(words.length, LEAST_WORDS));
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment mask = arena.allocateFrom(ValueLayout.JAVA_LONG, words);
            return (int) setAffinity.get().invokeExact(0, mask.byteSize(), mask) == 0;
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException("sched_setaffinity cannot be called: " + e, e);
        }
    }
}
