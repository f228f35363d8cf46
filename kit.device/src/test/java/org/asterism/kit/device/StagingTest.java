package org.asterism.kit.device;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import org.asterism.kit.device.CopyRectangles.Rectangle;
import org.junit.jupiter.api.Test;

/** On a device whose copies happen when somebody waits for them, the oldest first. */
final class StagingTest {
    private static final Rectangle MATRIX = new Rectangle(3, 5, 10, 7, 1, 16, 13, 0, 0);

    private final Deque<Runnable> queue = new ArrayDeque<>();
    private final List<MemorySegment> chunks = new ArrayList<>();
    private final List<Throwable> ended = new ArrayList<>();
    private final byte[] device = new byte[200];
    private int mostQueued;

    private final Staging staging = new Staging(
            new Staging.PinnedMemory() {
                @Override
                public MemorySegment allocate(long bytes) {
                    MemorySegment chunk = MemorySegment.ofArray(new byte[(int) bytes]);
                    chunks.add(chunk);
                    return chunk;
                }

                @Override
                public void free(MemorySegment memory) {
                    assertTrue(chunks.remove(memory), "a chunk was freed that was not allocated, or twice");
                }
            },
            24,
            3);

    @Test
    void shouldBringStridedMemoryToTheDevice() throws Exception {
        byte[] host = random(200);
        staging.in(MemorySegment.ofArray(host), List.of(MATRIX), this::toDevice);
        assertTrue(mostQueued > 1, "chunks must be under way together");
        staging.drain();
        assertArrayEquals(moved(MATRIX, host, new byte[200]), device);
    }

    @Test
    void shouldReadTheSourceBeforeItReturns() throws Exception {
        byte[] host = random(200);
        byte[] before = host.clone();
        staging.in(MemorySegment.ofArray(host), List.of(MATRIX), this::toDevice);
        new Random(1).nextBytes(host);
        staging.drain();
        assertArrayEquals(moved(MATRIX, before, new byte[200]), device);
    }

    @Test
    void shouldBringWhatTheDeviceHasToStridedMemory() {
        System.arraycopy(random(200), 0, device, 0, 200);
        byte[] host = new byte[200];
        staging.out(MemorySegment.ofArray(host), List.of(MATRIX), this::fromDevice, ended::add);
        assertTrue(mostQueued > 1, "chunks must be under way together");
        assertEquals(List.of(), ended, "ended before the last chunk has come");
        staging.drain();
        assertEquals(1, ended.size());
        assertEquals(null, ended.getFirst());
        assertArrayEquals(moved(MATRIX, device, new byte[200]), host);
    }

    @Test
    void shouldBeginTheNextCopyOutWhileTheLastPiecesAreOnTheirWay() {
        System.arraycopy(random(200), 0, device, 0, 200);
        Rectangle line = new Rectangle(0, 0, 20, 1, 1, 20, 20, 0, 0);
        byte[] first = new byte[20];
        byte[] second = new byte[20];
        staging.out(MemorySegment.ofArray(first), List.of(line), this::fromDevice, ended::add);
        staging.out(MemorySegment.ofArray(second), List.of(line), this::fromDevice, ended::add);
        assertEquals(2, queue.size(), "copies under way");
        assertEquals(List.of(), ended);
        staging.drain();
        assertEquals(2, ended.size());
        assertArrayEquals(first, second);
    }

    @Test
    void shouldTellOnceWhenThereIsNothingToCopy() {
        staging.out(MemorySegment.ofArray(new byte[1]), List.of(), this::fromDevice, ended::add);
        staging.drain();
        assertEquals(1, ended.size());
    }

    @Test
    void shouldTellWhoseCopyOutHasFailed() {
        IllegalStateException failure = new IllegalStateException("the device does not answer");
        staging.out(
                MemorySegment.ofArray(new byte[200]),
                List.of(MATRIX),
                (chunk, piece) -> () -> {
                    throw failure;
                },
                ended::add);
        staging.out(MemorySegment.ofArray(new byte[200]), List.of(MATRIX), this::fromDevice, ended::add);
        staging.drain();
        assertEquals(2, ended.size());
        assertSame(failure, ended.getFirst());
        assertEquals(null, ended.getLast());
    }

    @Test
    void shouldTellWhyACopyOutCannotBeBegun() {
        IllegalStateException failure = new IllegalStateException("the device does not answer");
        staging.out(
                MemorySegment.ofArray(new byte[200]),
                List.of(MATRIX),
                (chunk, piece) -> {
                    if (piece.fromOffset() > 3) {
                        throw failure;
                    }
                    return fromDevice(chunk, piece);
                },
                ended::add);
        staging.drain();
        assertEquals(1, ended.size());
        assertSame(failure, ended.getFirst());
    }

    @Test
    void shouldSayWhyACopyInCannotBeBegun() {
        IllegalStateException failure = new IllegalStateException("the device does not answer");
        assertSame(
                failure,
                assertThrows(
                        IllegalStateException.class,
                        () -> staging.in(MemorySegment.ofArray(new byte[200]), List.of(MATRIX), (chunk, piece) -> {
                            throw failure;
                        })));
    }

    @Test
    void shouldKeepItsChunksUntilItIsClosed() throws Exception {
        assertEquals(0, chunks.size(), "chunks of a ring that was never used");
        for (int round = 0; round < 5; round++) {
            staging.in(MemorySegment.ofArray(new byte[200]), List.of(MATRIX), this::toDevice);
            staging.out(MemorySegment.ofArray(new byte[200]), List.of(MATRIX), this::fromDevice, ended::add);
        }
        assertEquals(3, chunks.size());
        staging.close();
        assertEquals(0, chunks.size());
        assertEquals(5, ended.size(), "copies that have ended when the ring is closed");
    }

    @Test
    void shouldRefuseARingThatCannotTurn() {
        assertThrows(IllegalArgumentException.class, () -> new Staging(null, 24, 1));
        assertThrows(IllegalArgumentException.class, () -> new Staging(null, 0, 3));
    }

    private CompletionWatch.Event toDevice(MemorySegment chunk, Rectangle piece) {
        return enqueue(() -> move(piece, chunk, MemorySegment.ofArray(device)));
    }

    private CompletionWatch.Event fromDevice(MemorySegment chunk, Rectangle piece) {
        return enqueue(() -> move(piece, MemorySegment.ofArray(device), chunk));
    }

    private CompletionWatch.Event enqueue(Runnable copy) {
        queue.add(copy);
        mostQueued = Math.max(mostQueued, queue.size());
        return () -> {
            while (queue.contains(copy)) {
                queue.remove().run();
            }
        };
    }

    private static byte[] random(int bytes) {
        byte[] random = new byte[bytes];
        new Random(bytes).nextBytes(random);
        return random;
    }

    private static byte[] moved(Rectangle rectangle, byte[] from, byte[] to) {
        move(rectangle, MemorySegment.ofArray(from), MemorySegment.ofArray(to));
        return to;
    }

    private static void move(Rectangle rectangle, MemorySegment from, MemorySegment to) {
        for (long z = 0; z < rectangle.depth(); z++) {
            for (long y = 0; y < rectangle.height(); y++) {
                for (long x = 0; x < rectangle.width(); x++) {
                    to.set(
                            ValueLayout.JAVA_BYTE,
                            rectangle.toOffset() + z * rectangle.toSlice() + y * rectangle.toPitch() + x,
                            from.get(
                                    ValueLayout.JAVA_BYTE,
                                    rectangle.fromOffset()
                                            + z * rectangle.fromSlice()
                                            + y * rectangle.fromPitch()
                                            + x));
                }
            }
        }
    }
}
