package org.asterism.remote.member.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import org.asterism.kit.remote.MalformedMessageException;
import org.asterism.kit.remote.StridedRange;
import org.junit.jupiter.api.Test;

class MemberMemoryTest {
    private static final long LIMIT = 1000;

    private final MemberMemory memory = new MemberMemory(LIMIT);

    private static void expectRefusal(String part, Runnable action) {
        String message =
                assertThrows(MalformedMessageException.class, action::run).getMessage();
        assertTrue(message.contains(part), message);
    }

    @Test
    void shouldKeepToTheLimitAndTakeMemoryBack() {
        memory.allocate(64, 600);
        expectRefusal("exceeds the limit of 1000 bytes, of which 600 are in use", () -> memory.allocate(1024, 401));
        memory.allocate(1024, 400);
        memory.free(64);
        memory.allocate(2048, 600);
        memory.close();
        assertEquals(0, memory.held());
    }

    @Test
    void shouldRefuseAddressesThatCannotBe() {
        expectRefusal("cannot be allocated", () -> memory.allocate(0, 8));
        expectRefusal("cannot be allocated", () -> memory.allocate(64, 0));
        expectRefusal("cannot be allocated", () -> memory.allocate(64, -8));
        expectRefusal("cannot be allocated", () -> memory.allocate(Long.MAX_VALUE - 4, 8));
        memory.allocate(64, 64);
        expectRefusal("is allocated already", () -> memory.allocate(64, 8));
        expectRefusal("is allocated already", () -> memory.allocate(127, 8));
        expectRefusal("is allocated already", () -> memory.allocate(32, 33));
        memory.allocate(128, 8);
        memory.allocate(32, 32);
        expectRefusal("no memory is allocated", () -> memory.free(65));
        memory.close();
    }

    @Test
    void shouldFindOnlyWhatLiesWithinOneBlock() {
        memory.allocate(64, 64);
        memory.allocate(128, 64);
        try (MemberMemory.Lease lease = memory.lease()) {
            MemorySegment whole = lease.find(64, 64);
            assertEquals(whole.address() + 16, lease.find(80, 48).address());
            assertEquals(0, lease.find(4711, 0).byteSize());
            for (long[] wrong : new long[][] {{63, 8}, {64, 65}, {120, 9}, {192, 1}, {64, -1}, {64, Long.MAX_VALUE}}) {
                expectRefusal("are not all allocated", () -> lease.find(wrong[0], wrong[1]));
            }
        }
        memory.close();
    }

    @Test
    void shouldClearWhatItHandsOut() {
        for (int round = 0; round < 50; round++) {
            memory.allocate(64, 512);
            try (MemberMemory.Lease lease = memory.lease()) {
                MemorySegment block = lease.find(64, 512);
                for (long at = 0; at < 512; at++) {
                    assertEquals(0, block.get(ValueLayout.JAVA_BYTE, at));
                }
                block.fill((byte) 1);
            }
            memory.free(64);
        }
    }

    @Test
    void shouldKeepMemoryWhileItIsUsed() {
        memory.allocate(64, 600);
        MemberMemory.Lease lease = memory.lease();
        MemorySegment used = lease.find(64, 600);
        used.fill((byte) 5);
        memory.free(64);
        assertEquals(600, memory.held());
        memory.allocate(1024, 1000); // the coordinator has given the other back
        assertEquals(5, used.get(ValueLayout.JAVA_BYTE, 599));
        memory.free(1024);
        memory.allocate(4096, 900);
        MemberMemory.Lease second = memory.lease();
        second.find(4096, 900);
        memory.free(4096);
        expectRefusal("1500 bytes that were given back are still used", () -> memory.allocate(8192, 501));
        lease.close();
        lease.close();
        memory.allocate(8192, 501);
        memory.close();
        assertEquals(900, memory.held());
        second.close();
        assertEquals(0, memory.held());
        memory.allocate(64, 8); // after its end nothing happens any more
        assertEquals(0, memory.held());
    }

    @Test
    void shouldFindThePiecesOfRanges() {
        memory.allocate(64, 100);
        try (MemberMemory.Lease lease = memory.lease()) {
            long base = lease.find(64, 100).address() - 64;
            List<MemorySegment> pieces = lease.find(List.of(
                    new StridedRange(64, 4, new long[] {2, 2}, new long[] {50, 10}),
                    new StridedRange(70, 2, new long[0], new long[0])));
            assertEquals(
                    List.of(64L, 74L, 114L, 124L, 70L),
                    pieces.stream().map(piece -> piece.address() - base).toList());
            expectRefusal(
                    "are not all allocated",
                    () -> lease.find(List.of(new StridedRange(64, 4, new long[] {3}, new long[] {50}))));
            StridedRange many = new StridedRange(64, 1, new long[] {StridedRange.MOST_PIECES}, new long[] {0});
            expectRefusal("a copy of more than 4096 pieces", () -> lease.find(List.of(many, many)));
        }
        memory.close();
    }
}
