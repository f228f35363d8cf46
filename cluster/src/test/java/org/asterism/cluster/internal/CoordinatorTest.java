package org.asterism.cluster.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.asterism.kit.remote.Endpoint;
import org.asterism.spi.remote.ClusterMember;
import org.asterism.spi.remote.ClusterMember.State;
import org.asterism.spi.remote.Link;
import org.asterism.spi.remote.LinkSecurity;
import org.asterism.spi.remote.Receiver;
import org.asterism.spi.remote.Transport;
import org.jgroups.Address;
import org.jgroups.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class CoordinatorTest {
    private static final Notice.Offers OFFER = new Notice.Offers("node1", "127.0.0.1", 7);

    private final BlockingQueue<Endpoint.Presence> openings = new LinkedBlockingQueue<>();
    private final BlockingQueue<List<ClusterMember>> changes = new LinkedBlockingQueue<>();
    private final ToyConnection connection = new ToyConnection();
    private volatile String refusal;

    /** A thread for whose wait the coordinator's thread waits before it shows a change; null if it does not. */
    private volatile Thread held;

    private final Coordinator coordinator =
            new Coordinator("coordinator", new ToyTransport(), new ToyEndpoint(), false, this::isShown);
    private final Address process = UUID.randomUUID();

    private void isShown(List<ClusterMember> members) {
        Thread waiting = held;
        while (waiting != null && waiting.getState() != Thread.State.TIMED_WAITING) {
            Thread.onSpinWait();
        }
        changes.add(members);
    }

    @AfterEach
    void close() {
        coordinator.close();
    }

    @Test
    void shouldShowAMemberThatHasOfferedItsUnits() throws Exception {
        Endpoint.Presence presence = offer();
        assertEquals(State.JOINING, next(State.JOINING).state());
        presence.offered("node1", 4, 1_000);
        assertEquals(new ClusterMember("node1", "127.0.0.1:7", State.PRESENT, 4, 1_000, ""), next(State.PRESENT));
    }

    @Test
    void shouldSayWhereOtherMembersCanReachAMember() throws Exception {
        assertEquals(Optional.of(new InetSocketAddress("127.0.0.1", 7)), offer().place());
    }

    @Test
    void shouldNotShowProcessesThatAreNoMembers() throws Exception {
        coordinator.joined(UUID.randomUUID());
        offer().offered("node1", 4, 1_000);
        next(State.PRESENT);
        assertEquals(1, coordinator.members().size());
    }

    @Test
    void shouldCloseTheLinkOfAMemberThatLeavesTheGroupAndKeepItAsLost() throws Exception {
        offer().offered("node1", 4, 1_000);
        next(State.PRESENT);
        coordinator.left(process);
        ClusterMember lost = next(State.LOST);
        assertTrue(lost.remark().contains("has left the group"), lost.remark());
        assertEquals(lost.remark(), connection.closed.get(20, TimeUnit.SECONDS));
    }

    @Test
    void shouldKeepTheReasonOfALinkThatWasCutBeforeTheMemberLeft() throws Exception {
        Endpoint.Presence presence = offer();
        presence.offered("node1", 4, 1_000);
        presence.ended("connection reset");
        assertEquals("connection reset", next(State.LOST).remark());
        coordinator.left(process);
        assertEquals("connection reset", next(State.LOST).remark());
    }

    @Test
    void shouldShowWhyAMemberIsRefusedOrCannotBeReached() throws Exception {
        refusal = "cannot connect";
        coordinator.joined(process);
        coordinator.said(process, OFFER);
        assertEquals("cannot connect", next(State.REFUSED).remark());
        coordinator.said(process, new Notice.Declines("node1", "it works for another"));
        assertEquals(
                "it says: it works for another",
                nextWith(m -> m.remark().startsWith("it says")).remark());
    }

    @Test
    void shouldTakeAMemberThatComesBackAsANewOne() throws Exception {
        offer().offered("node1", 4, 1_000);
        next(State.PRESENT);
        coordinator.left(process);
        next(State.LOST);
        offer().offered("node1", 2, 500);
        assertEquals(2, next(State.PRESENT).units());
        assertEquals(1, coordinator.members().size());
    }

    @Test
    void shouldIgnoreAnAttemptThatAnotherOneHasReplaced() throws Exception {
        Endpoint.Presence first = offer();
        first.ended("connection reset");
        next(State.REFUSED);
        Endpoint.Presence second = offer();
        first.offered("node1", 4, 1_000);
        second.offered("node1", 2, 500);
        assertEquals(2, next(State.PRESENT).units());
    }

    @Test
    void shouldOpenOneLinkForSeveralOffers() throws Exception {
        Endpoint.Presence presence = offer();
        coordinator.said(process, OFFER);
        presence.offered("node1", 4, 1_000);
        next(State.PRESENT);
        assertTrue(openings.isEmpty());
    }

    @Test
    void shouldShowNothingOfMembersThatItReleasesAndWarnNobody() throws Exception {
        Endpoint.Presence presence = offer();
        presence.offered("node1", 4, 1_000);
        next(State.PRESENT);
        coordinator.release(Set.of("node1"));
        connection.closed.get(20, TimeUnit.SECONDS);
        assertTrue(presence.isEndExpected());
        coordinator.left(process);
        awaitNone();
    }

    /** The members end as soon as they are released, and say so. */
    @Test
    void shouldExpectTheEndOfMembersWhenTheyAreReleased() throws Exception {
        Endpoint.Presence presence = offer();
        presence.offered("node1", 4, 1_000);
        next(State.PRESENT);
        held = Thread.currentThread();
        presence.offered("node1", 4, 1_000);
        coordinator.release(Set.of("node1"));
        assertTrue(presence.isEndExpected());
    }

    @Test
    void shouldForgetMembersThatLeaveBeforeTheyWereUsed() throws Exception {
        offer();
        next(State.JOINING);
        coordinator.left(process);
        awaitNone();
    }

    private void awaitNone() throws InterruptedException {
        List<ClusterMember> members;
        do {
            members = changes.poll(20, TimeUnit.SECONDS);
        } while (!members.isEmpty());
    }

    private Endpoint.Presence offer() throws InterruptedException {
        coordinator.joined(process);
        coordinator.said(process, OFFER);
        return openings.poll(20, TimeUnit.SECONDS);
    }

    private ClusterMember next(State state) throws InterruptedException {
        return nextWith(member -> member.state() == state);
    }

    /** Waits for a change after which the only member is as wanted. */
    private ClusterMember nextWith(Predicate<ClusterMember> wanted) throws InterruptedException {
        for (; ; ) {
            List<ClusterMember> members = changes.poll(20, TimeUnit.SECONDS);
            if (members.size() == 1 && wanted.test(members.getFirst())) {
                return members.getFirst();
            }
        }
    }

    private final class ToyEndpoint implements Endpoint {
        @Override
        public Connection connecting(Presence presence) {
            openings.add(presence);
            return connection;
        }

        @Override
        public Receiver accepted(Link accepted) {
            throw new AssertionError("a coordinator opens the links");
        }

        @Override
        public void leave(String reason) {}
    }

    private final class ToyTransport implements Transport {
        @Override
        public Listening listen(InetSocketAddress address, LinkSecurity security, Acceptor acceptor) {
            throw new AssertionError("a coordinator opens the links");
        }

        @Override
        public Link connect(InetSocketAddress address, LinkSecurity security, Receiver receiver) throws IOException {
            if (refusal != null) {
                throw new IOException(refusal);
            }
            return null;
        }
    }

    private static final class ToyConnection implements Endpoint.Connection {
        final CompletableFuture<String> closed = new CompletableFuture<>();

        @Override
        public List<MemorySegment> head(Link from, ByteBuffer head, long bytes) {
            throw new AssertionError("nobody sends");
        }

        @Override
        public void body(Link from) {
            throw new AssertionError("nobody sends");
        }

        @Override
        public void closed(Link from, String reason) {}

        @Override
        public void close(String reason) {
            closed.complete(reason);
        }
    }
}
