package org.asterism.remote.member.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.stream.IntStream;
import org.asterism.kit.remote.MalformedMessageException;
import org.asterism.kit.remote.StridedRange;
import org.junit.jupiter.api.Test;

class MemberMemoryTest {
    private static final long PAGE = 4096;
    private static final long LIMIT = 10 * PAGE;

    private final MemberMemory memory = new MemberMemory(LIMIT, 2 * LIMIT);

    private static void expectRefusal(String part, Runnable action) {
        String message =
                assertThrows(MalformedMessageException.class, action::run).getMessage();
        assertTrue(message.contains(part), message);
    }

    @Test
    void shouldKeepToTheLimitAndTakeMemoryBack() {
        memory.allocate(PAGE, 6 * PAGE);
        expectRefusal(
                "exceeds the limit of 40960 bytes, of which 24576 are in use",
                () -> memory.allocate(100 * PAGE, 4 * PAGE + 1));
        memory.allocate(100 * PAGE, 4 * PAGE);
        memory.free(PAGE);
        memory.allocate(200 * PAGE, 6 * PAGE);
        memory.close();
        assertEquals(0, memory.held());
    }

    @Test
    void shouldChargeSmallBlocksAsPages() {
        for (int block = 1; block <= 10; block++) {
            memory.allocate(64 * block, 1);
        }
        assertEquals(LIMIT, memory.held());
        expectRefusal("exceeds the limit", () -> memory.allocate(6400, 1));
        memory.free(64);
        memory.allocate(6400, 1);
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

    /** Leaves memory with content to the allocator, which the next block of this size gets. */
    private void leaveContent() {
        memory.allocate(64, 512);
        try (MemberMemory.Lease lease = memory.lease()) {
            lease.find(64, 512).fill((byte) 1);
        }
        memory.free(64);
        memory.allocate(64, 512);
    }

    private static StridedRange range(long address, long bytes) {
        return new StridedRange(address, bytes, new long[0], new long[0]);
    }

    @Test
    void shouldNotClearWhatACopyHasOverwritten() {
        leaveContent();
        try (MemberMemory.Lease copy = memory.lease()) {
            copy.find(List.of(range(64, 512)), true).getFirst().fill((byte) 7);
            copy.isWritten();
        }
        try (MemberMemory.Lease kernel = memory.lease()) {
            assertEquals(7, kernel.find(64, 512).get(ValueLayout.JAVA_BYTE, 511));
        }
    }

    @Test
    void shouldNotClearWhatStepsOfACopyHaveOverwritten() {
        leaveContent();
        MemberMemory.Lease first = memory.lease();
        MemberMemory.Lease second = memory.lease();
        first.find(List.of(range(64, 200)), true).getFirst().fill((byte) 7);
        MemorySegment other = second.find(List.of(range(264, 100)), true).getFirst();
        other.fill((byte) 8);
        second.isWritten();
        second.close();
        first.isWritten();
        first.close();
        try (MemberMemory.Lease kernel = memory.lease()) {
            MemorySegment block = kernel.find(64, 512);
            assertEquals(7, block.get(ValueLayout.JAVA_BYTE, 199));
            assertEquals(8, block.get(ValueLayout.JAVA_BYTE, 299));
        }
        expectZerosFrom(300);
    }

    @Test
    void shouldClearWhatAFailedCopyHasNotOverwritten() {
        leaveContent();
        MemberMemory.Lease copy = memory.lease();
        copy.find(List.of(range(64, 512)), true).getFirst().fill((byte) 1);
        try (MemberMemory.Lease kernel = memory.lease()) {
            expectRefusal("is still being received", () -> kernel.find(575, 1));
        }
        copy.close();
        expectZerosFrom(0);
    }

    /** The whole of some data may come from one member while a part of it comes from another one. */
    @Test
    void shouldKeepWhatACopyHasWrittenWhileAnotherOneIsReceived() {
        leaveContent();
        MemberMemory.Lease whole = memory.lease();
        whole.find(List.of(range(64, 400)), true);
        try (MemberMemory.Lease part = memory.lease()) {
            part.find(List.of(range(164, 50)), true).getFirst().fill((byte) 7);
            part.isWritten();
        }
        try (MemberMemory.Lease kernel = memory.lease();
                MemberMemory.Lease visitor = memory.visit()) {
            assertEquals(7, kernel.find(164, 50).get(ValueLayout.JAVA_BYTE, 49));
            assertEquals(7, visitor.find(164, 50).get(ValueLayout.JAVA_BYTE, 49));
            expectRefusal("is still being received", () -> kernel.find(164, 51));
        }
        whole.close();
        try (MemberMemory.Lease kernel = memory.lease()) {
            MemorySegment block = kernel.find(64, 512);
            for (long at = 0; at < 512; at++) {
                assertEquals(at >= 100 && at < 150 ? 7 : 0, block.get(ValueLayout.JAVA_BYTE, at));
            }
        }
    }

    @Test
    void shouldReceiveThePiecesOfACopyOneAfterTheOther() {
        leaveContent();
        try (MemberMemory.Lease copy = memory.lease()) {
            List<StridedRange> pieces = IntStream.range(0, 100)
                    .mapToObj(piece -> range(64 + piece, 1))
                    .toList();
            copy.find(pieces, true).forEach(piece -> piece.fill((byte) 7));
            copy.isWritten();
        }
        try (MemberMemory.Lease kernel = memory.lease()) {
            assertEquals(7, kernel.find(64, 100).get(ValueLayout.JAVA_BYTE, 99));
        }
        expectZerosFrom(100);
    }

    @Test
    void shouldShowVisitorsOnlyWhatHasContent() {
        leaveContent();
        MemberMemory.Lease copy = memory.lease();
        copy.find(List.of(range(64, 100)), true).getFirst().fill((byte) 7);
        try (MemberMemory.Lease visitor = memory.visit()) {
            expectRefusal("has no content yet", () -> visitor.find(64, 8));
            expectRefusal("has no content yet", () -> visitor.find(164, 8));
        }
        copy.isWritten();
        copy.close();
        try (MemberMemory.Lease visitor = memory.visit()) {
            assertEquals(7, visitor.find(64, 100).get(ValueLayout.JAVA_BYTE, 99));
            expectRefusal("has no content yet", () -> visitor.find(160, 8)); // the last four bytes of it
        }
    }

    @Test
    void shouldClearWhatACopyLeavesOut() {
        leaveContent();
        try (MemberMemory.Lease copy = memory.lease()) {
            copy.find(List.of(range(64, 100)), true).getFirst().fill((byte) 7);
            copy.isWritten();
        }
        expectZerosFrom(100);
    }

    private void expectZerosFrom(int first) {
        try (MemberMemory.Lease kernel = memory.lease()) {
            MemorySegment block = kernel.find(64, 512);
            for (long at = first; at < 512; at++) {
                assertEquals(0, block.get(ValueLayout.JAVA_BYTE, at));
            }
        }
    }

    @Test
    void shouldKeepMemoryWhileItIsUsed() {
        memory.allocate(PAGE, 6 * PAGE);
        MemberMemory.Lease lease = memory.lease();
        MemorySegment used = lease.find(PAGE, 6 * PAGE);
        used.fill((byte) 5);
        memory.free(PAGE);
        assertEquals(6 * PAGE, memory.held());
        memory.allocate(100 * PAGE, LIMIT); // the coordinator has given the other back
        assertEquals(5, used.get(ValueLayout.JAVA_BYTE, 6 * PAGE - 1));
        memory.free(100 * PAGE);
        memory.allocate(200 * PAGE, 9 * PAGE);
        MemberMemory.Lease second = memory.lease();
        second.find(200 * PAGE, 9 * PAGE);
        memory.free(200 * PAGE);
        expectRefusal(
                "61440 bytes that were given back are still used", () -> memory.allocate(300 * PAGE, 5 * PAGE + 1));
        lease.close();
        lease.close();
        memory.allocate(300 * PAGE, 5 * PAGE + 1);
        memory.close();
        assertEquals(9 * PAGE, memory.held());
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
            List<MemorySegment> pieces = lease.find(
                    List.of(new StridedRange(64, 4, new long[] {2, 2}, new long[] {50, 10}), range(70, 2)), false);
            assertEquals(
                    List.of(64L, 74L, 114L, 124L, 70L),
                    pieces.stream().map(piece -> piece.address() - base).toList());
            expectRefusal(
                    "are not all allocated",
                    () -> lease.find(List.of(new StridedRange(64, 4, new long[] {3}, new long[] {50})), false));
            StridedRange many = new StridedRange(64, 1, new long[] {StridedRange.MOST_PIECES}, new long[] {0});
            expectRefusal("a copy of more than 4096 pieces", () -> lease.find(List.of(many, many), false));
        }
        memory.close();
    }
}
