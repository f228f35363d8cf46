package org.asterism.driver.remote.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.asterism.api.Architecture;
import org.asterism.core.internal.testing.InlineDriver;
import org.asterism.kit.remote.CodeletIndex;
import org.asterism.kit.remote.CodeletReference;
import org.asterism.kit.remote.CodeletSource;
import org.asterism.kit.remote.Endpoint;
import org.asterism.kit.remote.MemoryAddress;
import org.asterism.kit.remote.Message;
import org.asterism.kit.remote.Message.Allocate;
import org.asterism.kit.remote.Message.Bye;
import org.asterism.kit.remote.Message.Data;
import org.asterism.kit.remote.Message.Failed;
import org.asterism.kit.remote.Message.Free;
import org.asterism.kit.remote.Message.Hello;
import org.asterism.kit.remote.Message.Launch;
import org.asterism.kit.remote.Message.Offer;
import org.asterism.kit.remote.Message.Read;
import org.asterism.kit.remote.Message.Write;
import org.asterism.kit.remote.Message.Written;
import org.asterism.kit.remote.MessageCodec;
import org.asterism.kit.remote.Peers;
import org.asterism.kit.remote.StridedRange;
import org.asterism.remote.member.internal.Member;
import org.asterism.remote.member.internal.MemberSession;
import org.asterism.remote.member.internal.MemberSettings;
import org.asterism.spi.remote.Link;
import org.asterism.spi.remote.Receiver;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A peer of the test speaks to a member, and to a coordinator, and says what it must not. */
@Timeout(60)
class ProtocolTest {
    private static final long PATIENCE_SECONDS = 30;
    private static final long LIMIT = 1 << 20;

    /** Collects what it gets. */
    static final class Peer implements Receiver {
        final CompletableFuture<String> closed = new CompletableFuture<>();
        private final BlockingQueue<Message> got = new LinkedBlockingQueue<>();
        private MemorySegment body = MemorySegment.NULL;

        /** The message whose body is being received. */
        private Message begun;

        @Override
        public List<MemorySegment> head(Link link, ByteBuffer head, long bytes) {
            List<MemorySegment> targets = List.of();
            Message message = MessageCodec.decode(head);
            if (bytes > 0) {
                body = Arena.ofAuto().allocate(bytes);
                targets = List.of(body);
                begun = message;
            } else {
                got.add(message);
            }
            return targets;
        }

        @Override
        public void body(Link link) {
            got.add(begun); // the test finds the body complete
        }

        @Override
        public void closed(Link link, String reason) {
            closed.complete(reason);
        }

        MemorySegment body() {
            return body;
        }

        Message next() throws InterruptedException {
            return got.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
        }
    }

    private final Arena arena = Arena.ofShared();
    private final Peer peer = new Peer();
    private final CodeletIndex codelets = new CodeletIndex();
    private final Member member = new Member(
            new MemberSettings("node1", 2 * LIMIT, OptionalInt.empty()), List.of(new InlineDriver(1)), codelets);
    private MemberSession session;
    private LinkPair link;

    private void connect() {
        session = member.connecting(Endpoint.Presence.UNWATCHED);
        link = LinkPair.open("coordinator:1", peer, "node1:2", session);
    }

    private void say(Message message) {
        link.first().send(MessageCodec.encode(message), List.of(), () -> {});
    }

    private void greet() throws InterruptedException {
        codelets.add(TestCodelets.CATALOGUE, Cluster.TESTS);
        connect();
        say(Peers.hello("test"));
        assertInstanceOf(Hello.class, peer.next());
        Offer offer = assertInstanceOf(Offer.class, peer.next());
        assertEquals(LIMIT, offer.memory());
        assertEquals(1, offer.units().size());
    }

    private String reasonOfBye() throws InterruptedException {
        for (Message message = peer.next(); message != null; message = peer.next()) {
            if (message instanceof Bye bye) {
                return bye.reason();
            }
        }
        throw new AssertionError("no reason was given");
    }

    private void expectEnd(String reason) throws Exception {
        assertTrue(reasonOfBye().contains(reason), reason);
        peer.closed.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        session.awaitEnd();
        Cluster.await(() -> session.memoryInUse() == 0, "memory is left");
    }

    @AfterEach
    void close() throws Exception {
        link.cut();
        peer.closed.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        arena.close();
    }

    @Test
    void shouldRefuseACoordinatorOfAnotherVersionAndSayBothVersions() throws Exception {
        connect();
        say(new Hello(Message.PROTOCOL, "9.9.9", true, "test"));
        assertInstanceOf(Hello.class, peer.next());
        String reason = reasonOfBye();
        assertTrue(
                reason.contains("test has 9.9.9 (protocol " + Message.PROTOCOL + ")") && reason.contains("give both"),
                reason);
        peer.closed.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    }

    @Test
    void shouldRefuseAMemberOfAnotherProtocol() throws Exception {
        Members members = new Members("coordinator", new CodeletIndex());
        link = LinkPair.open("node1:2", peer, "coordinator:1", members.connecting(Endpoint.Presence.UNWATCHED));
        say(new Hello(7, Peers.hello("").version(), true, "node1"));
        assertInstanceOf(Hello.class, peer.next());
        String reason = reasonOfBye();
        assertTrue(reason.contains("(protocol 7)"), reason);
        assertTrue(members.present().isEmpty());
    }

    @Test
    void shouldRefuseAMemberWhoseNameIsNone() throws Exception {
        Members members = new Members("coordinator", new CodeletIndex());
        link = LinkPair.open("node1:2", peer, "coordinator:1", members.connecting(Endpoint.Presence.UNWATCHED));
        say(Peers.hello("node\n1"));
        assertInstanceOf(Hello.class, peer.next());
        assertTrue(reasonOfBye().startsWith("a member is named 'node 1': use letters"));
    }

    @Test
    void shouldRefuseAnOfferOfUnitsThatAreNone() throws Exception {
        Members members = new Members("coordinator", new CodeletIndex());
        link = LinkPair.open("node1:2", peer, "coordinator:1", members.connecting(Endpoint.Presence.UNWATCHED));
        say(Peers.hello("node1"));
        assertInstanceOf(Hello.class, peer.next());
        say(new Offer(
                LIMIT, List.of(), List.of(new Message.Unit("cpu-0", "no architecture!", 0, Map.of())), List.of(), 0));
        assertTrue(reasonOfBye().startsWith("protocol error: architecture 'no architecture!'"));
        assertTrue(members.present().isEmpty());
    }

    @Test
    void shouldRegisterNoArchitectureThatAMemberNames() throws Exception {
        Members members = new Members("coordinator", new CodeletIndex());
        link = LinkPair.open("node1:2", peer, "coordinator:1", members.connecting(Endpoint.Presence.UNWATCHED));
        say(Peers.hello("node1"));
        assertInstanceOf(Hello.class, peer.next());
        say(new Offer(
                LIMIT, List.of(), List.of(new Message.Unit("one", "named-by-a-member", 0, Map.of())), List.of(), 0));
        assertTrue(reasonOfBye().contains("architecture 'named-by-a-member' is unknown here"));
        assertTrue(Architecture.known().stream().noneMatch(known -> known.name().equals("named-by-a-member")));
    }

    @Test
    void shouldRefuseAnOfferOfTooManyUnits() throws Exception {
        Members members = new Members("coordinator", new CodeletIndex());
        link = LinkPair.open("node1:2", peer, "coordinator:1", members.connecting(Endpoint.Presence.UNWATCHED));
        say(Peers.hello("node1"));
        assertInstanceOf(Hello.class, peer.next());
        List<Message.Unit> units = IntStream.range(0, 1025)
                .mapToObj(number -> new Message.Unit("cpu-" + number, "cpu", 0, Map.of()))
                .toList();
        say(new Offer(LIMIT, List.of(), units, List.of(), 0));
        assertTrue(reasonOfBye().contains("an offer of 1025 units"));
    }

    @Test
    void shouldRefuseASecondMemberOfOneName() throws Exception {
        try (Cluster cluster = new Cluster(0)) {
            cluster.add("node1", 1);
            link = LinkPair.open(
                    "node1:3", peer, "coordinator:1", cluster.members.connecting(Endpoint.Presence.UNWATCHED));
            say(Peers.hello("node1"));
            assertInstanceOf(Hello.class, peer.next());
            assertEquals("there is a member of the name node1 already: give each a name of its own", reasonOfBye());
            assertEquals(1, cluster.members.present().size());
        }
    }

    @Test
    void shouldWorkForOneCoordinatorAtATime() throws Exception {
        greet();
        Peer second = new Peer();
        LinkPair other = LinkPair.open("other:1", second, "node1:2", member.connecting(Endpoint.Presence.UNWATCHED));
        other.first().send(MessageCodec.encode(Peers.hello("other")), List.of(), () -> {});
        assertInstanceOf(Hello.class, second.next());
        assertEquals(new Bye("member node1 works for coordinator test already"), second.next());
        second.closed.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    }

    @Test
    void shouldKeepWhatIsWrittenAndGiveItBack() throws Exception {
        greet();
        say(new Allocate(4096, 64));
        MemorySegment content = arena.allocate(16);
        content.fill((byte) 7);
        Write write = new Write(1, List.of(new StridedRange(4096, 8, new long[] {2}, new long[] {32})));
        link.first().send(MessageCodec.encode(write), List.of(content), () -> {});
        assertEquals(new Written(1), peer.next());
        say(new Read(2, List.of(new StridedRange(4096, 64, new long[0], new long[0]))));
        assertEquals(new Data(2), peer.next());
        MemorySegment first = peer.body;
        say(new Free(4096));
        say(new Allocate(4096, LIMIT)); // the former is not in the way
        say(new Read(3, List.of(new StridedRange(4096, 8, new long[0], new long[0]))));
        assertEquals(new Data(3), peer.next());
        for (int index = 0; index < 64; index++) {
            assertEquals(index % 32 < 8 ? 7 : 0, first.get(ValueLayout.JAVA_BYTE, index), "" + index);
        }
    }

    @Test
    void shouldEndTheLinkWhenTheLimitOfMemoryIsExceeded() throws Exception {
        greet();
        say(new Allocate(4096, LIMIT / 2));
        say(new Allocate(4096 + LIMIT, LIMIT / 2 + 1));
        expectEnd("exceeds the limit of 1048576 bytes");
    }

    @Test
    void shouldEndTheLinkWhenMemoryIsReadThatWasNotAllocated() throws Exception {
        greet();
        say(new Allocate(4096, 64));
        say(new Read(1, List.of(new StridedRange(4096 + 32, 33, new long[0], new long[0]))));
        expectEnd("are not all allocated");
    }

    @Test
    void shouldEndTheLinkWhenMemoryIsReadThatWasGivenBack() throws Exception {
        greet();
        say(new Allocate(4096, 64));
        say(new Free(4096));
        say(new Read(1, List.of(new StridedRange(4096, 8, new long[0], new long[0]))));
        expectEnd("are not all allocated");
    }

    @Test
    void shouldEndTheLinkWhenAMemoryIsNamedThatIsNone() throws Exception {
        greet();
        say(new Allocate(MemoryAddress.first(1) + 4096, 64));
        expectEnd("is in no memory");
    }

    @Test
    void shouldEndTheLinkWhenMainMemoryIsCopiedToMainMemory() throws Exception {
        greet();
        say(new Allocate(4096, 64));
        List<StridedRange> range = List.of(new StridedRange(4096, 8, new long[0], new long[0]));
        say(new Message.Copy(1, range, range));
        expectEnd("a copy from main memory to main memory");
    }

    @Test
    void shouldRefuseAnOfferOfUnitsInAMemoryThatIsNotOffered() throws Exception {
        Members members = new Members("coordinator", new CodeletIndex());
        link = LinkPair.open("node1:2", peer, "coordinator:1", members.connecting(Endpoint.Presence.UNWATCHED));
        say(Peers.hello("node1"));
        assertInstanceOf(Hello.class, peer.next());
        say(new Offer(LIMIT, List.of(), List.of(new Message.Unit("one", "cpu", 1, Map.of())), List.of(), 0));
        assertTrue(reasonOfBye().contains("unit one works in memory 1, which is not offered"));
    }

    @Test
    void shouldEndTheLinkWhenABodyHasNoPlace() throws Exception {
        greet();
        MemorySegment content = arena.allocate(16);
        Write write = new Write(1, List.of(new StridedRange(4096, 16, new long[0], new long[0])));
        link.first().send(MessageCodec.encode(write), List.of(content), () -> {});
        peer.closed.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        session.awaitEnd();
    }

    @Test
    void shouldNeitherHangNorHarmAnybodyWhateverIsSent() throws Exception {
        Random random = new Random(Seed.take("shouldNeitherHangNorHarmAnybodyWhateverIsSent"));
        codelets.add(TestCodelets.CATALOGUE, Cluster.TESTS);
        for (int round = 0; round < 300; round++) {
            Peer one = new Peer();
            MemberSession target = member.connecting(Endpoint.Presence.UNWATCHED);
            LinkPair pair = LinkPair.open("coordinator:1", one, "node1:2", target);
            pair.first().send(MessageCodec.encode(Peers.hello("test")), List.of(), () -> {});
            assertInstanceOf(Hello.class, one.next());
            assertInstanceOf(Offer.class, one.next());
            for (int number = 0; number < 20; number++) {
                byte[] bytes = new byte[random.nextInt(1, 80)];
                random.nextBytes(bytes);
                bytes[0] = (byte) random.nextInt(25);
                if (random.nextBoolean()) { // small numbers get further
                    for (int index = 1; index < bytes.length; index++) {
                        bytes[index] = (byte) (index % 4 == 0 ? random.nextInt(4) : 0);
                    }
                }
                pair.first().send(ByteBuffer.wrap(bytes), List.of(), () -> {});
            }
            pair.first().close();
            target.awaitEnd();
            Cluster.await(() -> target.memoryInUse() == 0, "memory is left");
            link = pair;
            one.closed.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
            Cluster.await(member::isFree, "the member is not free again");
        }
        peer.closed.complete("");
    }

    @Test
    void shouldRefuseACodeletByItsName() throws Exception {
        greet();
        CodeletSource other = new CodeletSource("tests", "1.0.0", "another");
        say(new Launch(1, 0, new CodeletReference(other, "fail"), 0, 17, 0, new byte[0]));
        Failed refusal = assertInstanceOf(Failed.class, peer.next());
        assertEquals("", refusal.type());
        assertEquals(
                "codelet 'fail' of tests 1.0.0 (another) is unknown: there is tests 1.0.0 (fedcba98):"
                        + " give both sides the same bundle",
                refusal.text());
        say(new Launch(2, 0, new CodeletReference(Cluster.TESTS, "missing"), 0, 17, 0, new byte[0]));
        refusal = assertInstanceOf(Failed.class, peer.next());
        assertTrue(refusal.text().contains("no such codelet"), refusal.text());
        say(new Launch(3, 0, new CodeletReference(Cluster.TESTS, "fail"), 1, 17, 0, new byte[0]));
        refusal = assertInstanceOf(Failed.class, peer.next());
        assertTrue(refusal.text().contains("has 1 implementations for cpu"), refusal.text());
        say(new Launch(4, 0, new CodeletReference(Cluster.TESTS, "fail"), 0, 17, 0, new byte[] {99}));
        refusal = assertInstanceOf(Failed.class, peer.next());
        assertTrue(refusal.text().contains("cannot be read"), refusal.text());
        assertNull(peer.got.peek());
    }
}
