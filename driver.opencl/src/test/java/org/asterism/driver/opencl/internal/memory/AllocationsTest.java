package org.asterism.driver.opencl.internal.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class AllocationsTest {
    private final Allocations allocations = new Allocations();

    @Test
    void shouldThrowWhenTheHostTouchesMemoryOfADevice() {
        MemorySegment segment = allocations.add(new Allocation(1, 64));
        assertThrows(IllegalStateException.class, () -> segment.get(ValueLayout.JAVA_BYTE, 0));
        assertThrows(IllegalStateException.class, () -> segment.asSlice(8, 8).fill((byte) 0));
        assertThrows(IllegalStateException.class, () -> MemorySegment.copy(segment, 0, segment, 8, 8));
        assertEquals(64, segment.byteSize());
    }

    @Test
    void shouldFindWhatLiesAtAnAddress() {
        List<MemorySegment> segments = new ArrayList<>();
        List<Allocation> pieces = new ArrayList<>();
        for (int number = 0; number < 200; number++) {
            Allocation piece = new Allocation(number, 100 + number);
            pieces.add(piece);
            segments.add(allocations.add(piece));
        }
        for (int number = 0; number < 200; number++) {
            MemorySegment segment = segments.get(number);
            assertEquals(100 + number, segment.byteSize());
            assertSame(pieces.get(number), allocations.at(segment));
            assertSame(pieces.get(number), allocations.at(segment.asSlice(99, 1)));
            assertEquals(99, MadeUpAddresses.offset(segment.asSlice(99, 1).address()));
        }
    }

    @Test
    void shouldFindNothingWhereNothingLies() {
        MemorySegment segment = allocations.add(new Allocation(1, 64));
        assertNull(allocations.at(MemorySegment.ofAddress(4096)));
        assertNull(allocations.at(MemorySegment.ofAddress(-1)));
        assertNull(allocations.at(MadeUpAddresses.segment(5, 8)), "a piece that is not there");
        assertNull(allocations.at(MadeUpAddresses.segment(1 << 20, 8)), "a piece that was never there");
        assertNull(allocations.at(MadeUpAddresses.segment(0, 65)), "more than was given");
        assertNull(allocations.remove(segment.asSlice(0, 8)), "a part of what was given");
        assertNull(allocations.remove(segment.asSlice(8)), "a part of what was given");
    }

    @Test
    void shouldUseThePlacesAgainThatWereGivenBack() {
        MemorySegment first = allocations.add(new Allocation(1, 64));
        MemorySegment second = allocations.add(new Allocation(2, 64));
        assertEquals(1, allocations.remove(first).buffer());
        assertNull(allocations.remove(first), "what was given back before");
        assertNull(allocations.at(first));
        assertEquals(2, allocations.at(second).buffer());
        assertEquals(first.address(), allocations.add(new Allocation(3, 32)).address());
        assertEquals(3, allocations.at(first.asSlice(0, 32)).buffer());
    }
}
