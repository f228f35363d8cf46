package org.asterism.driver.remote.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.asterism.core.internal.testing.InlineDriver;
import org.asterism.driver.remote.internal.ProtocolTest.Peer;
import org.asterism.kit.remote.CodeletIndex;
import org.asterism.kit.remote.GuestTokens;
import org.asterism.kit.remote.Message;
import org.asterism.kit.remote.Message.Admit;
import org.asterism.kit.remote.Message.Allocate;
import org.asterism.kit.remote.Message.Bye;
import org.asterism.kit.remote.Message.Data;
import org.asterism.kit.remote.Message.Dismiss;
import org.asterism.kit.remote.Message.Hello;
import org.asterism.kit.remote.Message.Neighbour;
import org.asterism.kit.remote.Message.Offer;
import org.asterism.kit.remote.Message.Pull;
import org.asterism.kit.remote.Message.Pulled;
import org.asterism.kit.remote.Message.Read;
import org.asterism.kit.remote.Message.Visit;
import org.asterism.kit.remote.Message.Write;
import org.asterism.kit.remote.Message.Written;
import org.asterism.kit.remote.MessageCodec;
import org.asterism.kit.remote.Peers;
import org.asterism.kit.remote.StridedRange;
import org.asterism.remote.member.internal.Arrival;
import org.asterism.remote.member.internal.Member;
import org.asterism.remote.member.internal.MemberSession;
import org.asterism.remote.member.internal.MemberSettings;
import org.asterism.spi.remote.Link;
import org.asterism.spi.remote.Receiver;
import org.asterism.spi.remote.Transport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Peers of the test are another member, and say what it must not. */
@Timeout(60)
class VisitorTest {
    private static final long PATIENCE_SECONDS = 30;
    private static final byte[] SECRET = {1, 2, 3};
    private static final int GUEST = 5;
    private static final byte[] TOKEN = GuestTokens.of(SECRET, GUEST);
    private static final Neighbour NODE2 = new Neighbour(1, "node2", "somewhere", 2, TOKEN);

    private final Arena arena = Arena.ofShared();
    private final Member member = new Member(
            new MemberSettings("node1", 1 << 20, OptionalInt.empty()),
            List.of(new InlineDriver(1)),
            new CodeletIndex());
    private final Peer coordinator = new Peer();
    private final Peer visitor = new Peer();

    /** Takes the link that the member opens to another one. */
    private final Peer neighbour = new Peer();

    private MemberSession session;
    private LinkPair link;
    private LinkPair visit;
    private volatile LinkPair opened;

    /** The name that the neighbour gives. */
    private String greeting = "node2";

    private static void say(LinkPair.End end, Message message, MemorySegment... body) {
        end.send(MessageCodec.encode(message), List.of(body), () -> {});
    }

    private void greet() throws InterruptedException {
        Transport.Acceptor listening = member.accepting(this::dial);
        link = LinkPair.connect(
                "node1:1",
                accepted -> {
                    Arrival arrival = (Arrival) listening.accepted(accepted);
                    session = arrival.session();
                    return arrival;
                },
                "coordinator:2",
                coordinator,
                new CountDownLatch(0));
        assertInstanceOf(Hello.class, coordinator.next());
        say(link.second(), Peers.hello("test"));
        assertInstanceOf(Offer.class, coordinator.next());
        say(link.second(), new Admit(SECRET));
        say(link.second(), new Allocate(4096, 64));
        MemorySegment content = arena.allocate(64);
        content.fill((byte) 7);
        say(link.second(), new Write(1, all()), content);
        assertEquals(new Written(1), coordinator.next());
    }

    private CompletionStage<Link> dial(String host, int port, Receiver receiver) {
        assertEquals("somewhere:2", host + ":" + port);
        opened = LinkPair.open("node2:2", neighbour, "node1:3", receiver);
        say(opened.first(), Peers.hello(greeting));
        return CompletableFuture.completedFuture(opened.second());
    }

    private void visit(byte... token) throws InterruptedException {
        visit = LinkPair.connect("node1:1", member, "visitor:4", visitor, new CountDownLatch(0));
        assertInstanceOf(Hello.class, visitor.next());
        say(visit.second(), new Visit(token));
    }

    private static List<StridedRange> all() {
        return List.of(new StridedRange(4096, 64, new long[0], new long[0]));
    }

    private void expectRefusal(Peer peer, String reason) throws Exception {
        Bye bye = assertInstanceOf(Bye.class, peer.next());
        assertTrue(bye.reason().contains(reason), bye.reason());
        peer.closed.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    }

    /** The work for the coordinator goes on, with its data. */
    private void expectContent() throws InterruptedException {
        say(link.second(), new Read(9, all()));
        assertEquals(new Data(9), coordinator.next());
        for (long index = 0; index < 64; index++) {
            assertEquals(7, coordinator.body().get(ValueLayout.JAVA_BYTE, index));
        }
    }

    @AfterEach
    void close() throws Exception {
        link.cut();
        session.awaitEnd();
        Cluster.await(() -> session.memoryInUse() == 0, "memory is left");
        for (LinkPair other : new LinkPair[] {visit, opened}) {
            if (other != null) {
                Cluster.await(() -> other.first().isClosed() && other.second().isClosed(), "a link is left");
            }
        }
        Cluster.await(member::isFree, "the member is not free");
        arena.close();
    }

    @Test
    void shouldLetAMemberReadThatTheCoordinatorAdmits() throws Exception {
        greet();
        visit(TOKEN);
        say(visit.second(), new Read(1, all()));
        assertEquals(new Data(1), visitor.next());
        assertEquals(7, visitor.body().get(ValueLayout.JAVA_BYTE, 63));
    }

    @Test
    void shouldRefuseAVisitorThatTheCoordinatorHasNotAdmitted() throws Exception {
        greet();
        visit((byte) 1, (byte) 2, (byte) 4);
        expectRefusal(visitor, "no coordinator of member node1 has admitted it");
        expectContent();
    }

    @Test
    void shouldRefuseAVisitorThatGivesItselfANumber() throws Exception {
        greet();
        byte[] forged = TOKEN.clone();
        forged[3]++;
        visit(forged);
        expectRefusal(visitor, "no coordinator of member node1 has admitted it");
    }

    @Test
    void shouldEndTheLinkOfAVisitorThatTheCoordinatorHasLost() throws Exception {
        greet();
        visit(TOKEN);
        say(visit.second(), new Read(1, all()));
        assertEquals(new Data(1), visitor.next());
        say(link.second(), new Dismiss(GUEST + 1));
        say(visit.second(), new Read(2, all()));
        assertEquals(new Data(2), visitor.next());
        say(link.second(), new Dismiss(GUEST));
        visitor.closed.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        expectContent();
    }

    @Test
    void shouldRefuseAVisitorThatTheCoordinatorHasLost() throws Exception {
        greet();
        say(link.second(), new Dismiss(GUEST));
        expectContent(); // so it knows
        visit(TOKEN);
        expectRefusal(visitor, "no coordinator of member node1 has admitted it");
    }

    @Test
    void shouldRefuseAVisitorThatWrites() throws Exception {
        greet();
        visit(TOKEN);
        say(visit.second(), new Write(1, all()), arena.allocate(64));
        visitor.closed.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        expectContent();
    }

    @Test
    void shouldRefuseAVisitorThatAllocates() throws Exception {
        greet();
        visit(TOKEN);
        say(visit.second(), new Allocate(1 << 20, 64));
        expectRefusal(visitor, "a Allocate from a visitor");
        expectContent();
    }

    @Test
    void shouldRefuseAVisitorThatReadsWhatIsNotAllocated() throws Exception {
        greet();
        visit(TOKEN);
        say(visit.second(), new Read(1, List.of(new StridedRange(4096, 65, new long[0], new long[0]))));
        expectRefusal(visitor, "are not all allocated");
        expectContent();
    }

    /** Else the member would clear it, perhaps while data come. */
    @Test
    void shouldRefuseAVisitorThatReadsWhatHasNoContent() throws Exception {
        greet();
        say(link.second(), new Allocate(1 << 13, 64));
        expectContent();
        visit(TOKEN);
        say(visit.second(), new Read(1, List.of(new StridedRange(1 << 13, 64, new long[0], new long[0]))));
        expectRefusal(visitor, "has no content yet");
    }

    @Test
    void shouldGetDataFromANeighbour() throws Exception {
        greet();
        say(link.second(), new Pull(5, NODE2, List.of(new StridedRange(64, 64, new long[0], new long[0])), all()));
        assertEquals("Visit", neighbour.next().getClass().getSimpleName());
        Read read = assertInstanceOf(Read.class, neighbour.next());
        MemorySegment content = arena.allocate(64);
        content.fill((byte) 8);
        say(opened.first(), new Data(read.transfer()), content);
        assertEquals(new Pulled(5, ""), coordinator.next());
        say(link.second(), new Read(9, all()));
        assertEquals(new Data(9), coordinator.next());
        assertEquals(8, coordinator.body().get(ValueLayout.JAVA_BYTE, 0));
    }

    /** Its place may belong to another process meanwhile. */
    @Test
    void shouldTakeNothingFromANeighbourOfAnotherName() throws Exception {
        greet();
        greeting = "node3";
        say(link.second(), new Pull(5, NODE2, all(), all()));
        Pulled pulled = assertInstanceOf(Pulled.class, coordinator.next());
        assertEquals("protocol error: there is node3 instead of member node2", pulled.obstacle());
        expectContent();
    }

    @Test
    void shouldTakeNothingFromANeighbourThatItHasNotAskedFor() throws Exception {
        greet();
        say(link.second(), new Pull(5, NODE2, all(), all()));
        assertInstanceOf(Visit.class, neighbour.next());
        Read read = assertInstanceOf(Read.class, neighbour.next());
        say(opened.first(), new Data(read.transfer()), arena.allocate(63));
        Pulled pulled = assertInstanceOf(Pulled.class, coordinator.next());
        assertEquals(5, pulled.transfer());
        assertTrue(
                pulled.obstacle().startsWith("protocol error: a body of 63 bytes for a copy of 64"), pulled.obstacle());
        expectContent();
        say(link.second(), new Pull(6, NODE2, all(), all()));
        assertEquals(new Pulled(6, pulled.obstacle()), coordinator.next());
    }

    @Test
    void shouldEndCopiesFromANeighbourThatTheCoordinatorDoesNotExpectAnyMore() throws Exception {
        greet();
        say(link.second(), new Pull(5, NODE2, all(), all()));
        assertInstanceOf(Visit.class, neighbour.next());
        assertInstanceOf(Read.class, neighbour.next());
        say(link.second(), new Message.Forget(1));
        Pulled pulled = assertInstanceOf(Pulled.class, coordinator.next());
        assertTrue(pulled.obstacle().contains("does not expect anything"), pulled.obstacle());
        expectContent();
    }

    @Test
    void shouldEndTheLinkWhenACopyFromANeighbourHasNoPlace() throws Exception {
        greet();
        say(link.second(), new Pull(5, NODE2, all(), List.of(new StridedRange(64, 64, new long[0], new long[0]))));
        expectRefusal(coordinator, "are not all allocated");
    }
}
