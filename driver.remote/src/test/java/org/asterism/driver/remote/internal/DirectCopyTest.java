package org.asterism.driver.remote.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.asterism.api.data.Buffer;
import org.asterism.api.data.BufferShape;
import org.asterism.spi.driver.BufferCopy;
import org.asterism.spi.driver.DeviceLostException;
import org.asterism.spi.driver.Transfer;
import org.asterism.testsupport.CapturedLog;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Copies between the memories of two members. */
@Timeout(60)
class DirectCopyTest {
    private static final long BYTES = 1 << 16;

    private final Arena arena = Arena.ofShared();
    private Cluster cluster = new Cluster(0);
    private Cluster.Node first;
    private Cluster.Node second;
    private RemoteMemory source;
    private RemoteMemory target;

    @BeforeEach
    void start() {
        first = cluster.addReachable("node1", 1);
        second = cluster.addReachable("node2", 1);
        source = new RemoteMemory(cluster.link("node1"), 0);
        target = new RemoteMemory(cluster.link("node2"), 0);
    }

    @AfterEach
    void close() {
        cluster.streets.gate.countDown();
        cluster.close();
        for (LinkPair link : cluster.streets.links) {
            Cluster.await(() -> link.first().isClosed() && link.second().isClosed(), "a link of members is left");
        }
        arena.close();
    }

    /** Content in main memory, at the source and at the target. */
    private final class Content {
        private final BufferShape shape;
        private final MemorySegment main;
        private final Buffer atSource;
        private final Buffer atTarget;

        Content(long bytes) {
            shape = new BufferShape(bytes, 1);
            main = arena.allocate(bytes);
            for (long index = 0; index < bytes; index++) {
                main.set(ValueLayout.JAVA_BYTE, index, (byte) (index * 31 >> 3));
            }
            atSource = Buffer.dense(source.allocate(bytes), shape);
            atTarget = Buffer.dense(target.allocate(bytes), shape);
            end(source.copyIn(List.of(new BufferCopy(shape, Buffer.dense(main, shape), atSource))));
        }

        Transfer begin() {
            return source.copyTo(target, List.of(new BufferCopy(shape, atSource, atTarget)));
        }

        void check() {
            MemorySegment back = arena.allocate(main.byteSize());
            end(target.copyOut(List.of(new BufferCopy(shape, atTarget, Buffer.dense(back, shape)))));
            assertEquals(-1, main.mismatch(back));
        }
    }

    private static boolean hasEnded(Transfer transfer) {
        try {
            return transfer.isFinished();
        } catch (Exception failed) {
            return true;
        }
    }

    private static void end(Transfer transfer) {
        Cluster.await(() -> hasEnded(transfer), "a copy does not end");
        try {
            assertTrue(transfer.isFinished());
        } catch (Exception failed) {
            throw new AssertionError(failed);
        }
    }

    private static DeviceLostException endLost(Transfer transfer) {
        Cluster.await(() -> hasEnded(transfer), "a copy does not end");
        return assertThrows(DeviceLostException.class, transfer::isFinished);
    }

    private long throughCoordinator() {
        return first.link().bytes() + second.link().bytes();
    }

    /** Begins a copy whose data wait on the link between the members. */
    private Transfer beginHeld(Content content) {
        cluster.streets.gate = new CountDownLatch(1);
        Transfer transfer = content.begin();
        Cluster.await(() -> !cluster.streets.links.isEmpty(), "no link is opened");
        Cluster.await(() -> between().second().isDelivering(), "no data come");
        return transfer;
    }

    private LinkPair between() {
        return cluster.streets.links.getFirst();
    }

    @Test
    void shouldCopyBetweenMembersWithoutTheCoordinator() {
        Content content = new Content(BYTES);
        long before = throughCoordinator();
        end(content.begin());
        assertEquals(before, throughCoordinator());
        assertEquals(BYTES, cluster.streets.bytes());
        content.check();
    }

    @Test
    void shouldOpenOneLinkForAllCopiesOfAPair() {
        Content content = new Content(BYTES);
        end(content.begin());
        end(content.begin());
        assertEquals(1, cluster.streets.links.size());
        assertEquals(2 * BYTES, cluster.streets.bytes());
    }

    @Test
    void shouldCopyMoreThanOneStepHas() {
        Content content = new Content(20_000_003);
        long before = throughCoordinator();
        end(content.begin());
        assertEquals(before, throughCoordinator());
        content.check();
    }

    @Test
    void shouldCopyMoreAtATimeThanTheTargetIsAskedFor() {
        List<Content> contents =
                IntStream.range(0, 600).mapToObj(_ -> new Content(100)).toList();
        cluster.streets.gate = new CountDownLatch(1);
        List<Transfer> transfers = contents.stream().map(Content::begin).toList();
        Cluster.await(
                () -> !cluster.streets.links.isEmpty() && between().second().isDelivering(), "no data come");
        cluster.streets.gate.countDown();
        transfers.forEach(DirectCopyTest::end);
        contents.forEach(Content::check);
        assertEquals(60_000, cluster.streets.bytes());
    }

    @Test
    void shouldCopyThroughTheCoordinatorWhatTheTargetCannotReach() {
        cluster.streets.obstacle = "a firewall";
        try (CapturedLog lines = CapturedLog.of(Route.class)) {
            Content content = new Content(20_000_003);
            end(content.begin());
            content.check();
            Content another = new Content(BYTES);
            end(another.begin());
            another.check();
            assertEquals(
                    List.of("data from member node1 to member node2 go through the coordinator, because node2 cannot"
                            + " get them there: a firewall"),
                    lines.messages());
        }
    }

    @Test
    void shouldCopyAgainThroughTheCoordinatorWhenTheLinkOfTheMembersIsCut() {
        Content content = new Content(BYTES);
        Transfer transfer = beginHeld(content);
        between().cut();
        cluster.streets.gate.countDown();
        end(transfer);
        assertEquals(0, cluster.streets.bytes());
        content.check();
    }

    @Test
    void shouldLoseTheTargetWhenItIsCutOffDuringACopy() {
        Transfer transfer = beginHeld(new Content(BYTES));
        second.link().cut();
        assertEquals("node2", endLost(transfer).device());
        assertFalse(cluster.link("node1").isLost());
    }

    /** Else data that come late could overwrite what the core has put there since. */
    @Test
    void shouldTellTheLossOfTheSourceWhenNothingWritesToTheTargetAnyMore() {
        Content content = new Content(BYTES);
        MemberLink lost = cluster.link("node1");
        AtomicReference<DeviceLostException> told = new AtomicReference<>();
        lost.whenLost(told::set);
        Transfer transfer = beginHeld(content);
        first.link().cut();
        Cluster.await(() -> between().second().hasEnded(), "the target does not let go");
        assertTrue(lost.isLost());
        assertNull(told.get());
        assertFalse(hasEnded(transfer));
        cluster.streets.gate.countDown();
        Cluster.await(() -> told.get() != null, "the loss is not told");
        Cluster.await(() -> hasEnded(transfer), "the copy does not end");
    }

    /** Else the core would never hear of the loss of the source. */
    @Test
    void shouldGiveUpATargetThatDoesNotLetGoOfDataOfALostSource() {
        cluster.close();
        cluster = new Cluster(0, Duration.ZERO);
        start();
        MemberLink silent = cluster.link("node2");
        AtomicReference<DeviceLostException> told = new AtomicReference<>();
        silent.whenLost(told::set);
        Transfer transfer = beginHeld(new Content(BYTES));
        first.link().cut();
        Cluster.await(() -> told.get() != null, "the target is not given up");
        assertTrue(told.get().getMessage().contains("has not let go of data of member node1"), told.get()::getMessage);
        assertEquals("node1", endLost(transfer).device());
    }

    @Test
    void shouldLoseTheSourceThatIsCutOffWhileDataGoThroughTheCoordinator() {
        cluster.streets.obstacle = "a firewall";
        Content content = new Content(20_000_003);
        Transfer transfer = content.begin();
        first.link().cut();
        Cluster.await(() -> hasEnded(transfer), "the copy does not end");
        Cluster.await(() -> cluster.link("node1") == null, "the loss is not noticed");
        assertThrows(DeviceLostException.class, () -> source.allocate(8));
        assertEquals("node2", target.name());
        assertTrue(target.allocate(8).byteSize() == 8);
    }

    @Test
    void shouldCloseTheLinksOfMembersWithTheirSessions() {
        end(new Content(BYTES).begin());
        second.link().cut();
        Cluster.await(() -> between().first().isClosed() && between().second().isClosed(), "the link is left");
    }

    @Test
    void shouldNotReachMembersOfAnotherCoordinator() {
        try (Cluster another = new Cluster(0)) {
            another.addReachable("node3", 1);
            assertTrue(source.reaches(target));
            assertFalse(source.reaches(source));
            assertFalse(source.reaches(new RemoteMemory(another.link("node3"), 0)));
        }
    }
}
