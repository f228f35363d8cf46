package org.asterism.tck;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.stream.IntStream;
import org.asterism.api.data.ElementType;
import org.asterism.api.data.VectorView;
import org.asterism.spi.driver.DeviceMemory;
import org.asterism.spi.driver.Transfer;

/**
 * Vector of the numbers from 1, in the memory of a unit.
 *
 * @param on the unit
 * @param arena arena of the main memory
 * @param host initial values, and target of copies back
 * @param home memory for the kernels
 */
record VectorOnUnit(UnitInUse on, Arena arena, Area host, Area home) implements AutoCloseable {
    private static final int BYTES = Integer.BYTES;

    static VectorOnUnit of(UnitInUse on, int length) {
        Arena arena = Arena.ofShared();
        Area host = new Area(null, arena.allocate((long) BYTES * length, Area.WIDEST_ELEMENT));
        for (int index = 0; index < length; index++) {
            host.segment().setAtIndex(ValueLayout.JAVA_INT, index, index + 1);
        }
        DeviceMemory memory = on.unit().memory().orElse(null);
        if (memory == null) {
            return new VectorOnUnit(on, arena, host, host);
        }
        MemorySegment taken = memory.allocate(host.segment().byteSize());
        assertNotNull(taken, () -> "memory " + memory.name() + " must have room for " + length + " numbers");
        Area home = new Area(memory, taken);
        new TransferWatch(on.patience(), on.clock()).awaitEnd(memory.copyIn(List.of(host.to(home))));
        return new VectorOnUnit(on, arena, host, home);
    }

    VectorView view() {
        return view(home.segment());
    }

    private static VectorView view(MemorySegment segment) {
        return new VectorView(segment, ElementType.INT, segment.byteSize() / BYTES);
    }

    /** Fails unless each number was doubled the given number of times. */
    void expectDoubled(int times) {
        try {
            copyOut();
        } catch (Exception failed) {
            throw new AssertionError("a copy from " + home.memory() + " failed: " + failed, failed);
        }
        int factor = times < Integer.SIZE ? 1 << times : 0;
        assertArrayEquals(
                numbers(factor, 0, length()), host.segment().toArray(ValueLayout.JAVA_INT), "what kernels computed");
    }

    private int length() {
        return (int) (host.segment().byteSize() / BYTES);
    }

    /** Returns the numbers from 1, where those of a part are multiplied by a factor. */
    private int[] numbers(int factor, int first, int behind) {
        return IntStream.range(0, length())
                .map(index -> (index + 1) * (index >= first && index < behind ? factor : 1))
                .toArray();
    }

    /** Copies the numbers to main memory, and throws the exception of the copy. */
    void copyOut() throws Exception {
        if (home.memory() == null) {
            return;
        }
        Transfer transfer = home.memory().copyOut(List.of(home.to(host)));
        TransferWatch watch = new TransferWatch(on.patience(), on.clock());
        boolean[] ended = new boolean[1];
        Exception[] thrown = new Exception[1];
        watch.awaitThat(
                () -> {
                    try {
                        ended[0] = transfer.isFinished();
                    } catch (Exception failed) {
                        thrown[0] = failed;
                    }
                    return ended[0] || thrown[0] != null;
                },
                "a transfer did not end");
        if (thrown[0] != null) {
            throw thrown[0];
        }
    }

    /** Returns a part that begins at an allowed place and ends before the end. */
    Part part() {
        long alignment = home.memory() == null ? 1 : home.memory().viewAlignment();
        int first = (int) (Math.ceilDiv(length() / 4 * (long) BYTES, Math.max(alignment, BYTES))
                * Math.max(alignment, BYTES)
                / BYTES);
        return new Part(this, first, length() / 4);
    }

    /**
     * Part of a vector.
     *
     * @param whole the vector
     * @param first the index of its first element
     * @param length the number of elements
     */
    record Part(VectorOnUnit whole, int first, int length) {
        VectorView view() {
            return VectorOnUnit.view(whole.home.segment().asSlice((long) BYTES * first, (long) BYTES * length));
        }

        /** Fails unless the part was doubled and all other numbers are unchanged. */
        void expectDoubledAlone() throws Exception {
            whole.copyOut();
            assertArrayEquals(
                    whole.numbers(2, first, first + length),
                    whole.host.segment().toArray(ValueLayout.JAVA_INT),
                    "what a kernel computed on elements " + first + " to " + (first + length - 1));
        }
    }

    @Override
    public void close() {
        home.free();
        arena.close();
    }
}
