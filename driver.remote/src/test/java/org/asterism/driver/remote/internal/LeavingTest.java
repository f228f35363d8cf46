package org.asterism.driver.remote.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.asterism.api.data.Buffer;
import org.asterism.api.data.BufferShape;
import org.asterism.core.internal.testing.InlineDriver;
import org.asterism.kit.remote.ClassFinder;
import org.asterism.kit.remote.CodeletIndex;
import org.asterism.kit.remote.CodeletReference;
import org.asterism.kit.remote.Endpoint;
import org.asterism.kit.remote.GuestTokens;
import org.asterism.kit.remote.Message;
import org.asterism.kit.remote.Message.Admit;
import org.asterism.kit.remote.Message.Bye;
import org.asterism.kit.remote.Message.Data;
import org.asterism.kit.remote.Message.Dismiss;
import org.asterism.kit.remote.Message.Free;
import org.asterism.kit.remote.Message.Hello;
import org.asterism.kit.remote.Message.Launch;
import org.asterism.kit.remote.Message.Offer;
import org.asterism.kit.remote.Message.Pull;
import org.asterism.kit.remote.Message.Read;
import org.asterism.kit.remote.Message.Write;
import org.asterism.kit.remote.Message.Written;
import org.asterism.kit.remote.Peers;
import org.asterism.kit.remote.StridedRange;
import org.asterism.remote.member.internal.Member;
import org.asterism.remote.member.internal.MemberSession;
import org.asterism.remote.member.internal.MemberSettings;
import org.asterism.spi.driver.DeviceLostException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How both sides leave a peer that takes nothing any more. */
@Timeout(60)
class LeavingTest {
    private static final long MEMORY = 1 << 20;

    private final StalledLink link = new StalledLink();
    private final Members members = new Members("coordinator", new CodeletIndex());
    private final MemberLink memberLink = members.connecting(Endpoint.Presence.UNWATCHED);
    private final Member member = new Member(
            new MemberSettings("node1", 2 * MEMORY, OptionalInt.empty()),
            List.of(new InlineDriver(1)),
            new CodeletIndex());
    private final RemoteExecution execution = new RemoteExecution(null, ClassFinder.NONE);
    private final RemoteTransfer reading = new RemoteTransfer(1);

    private void offer() {
        link.deliver(memberLink, Peers.hello("node1"), 0);
        link.deliver(memberLink, new Offer(MEMORY, List.of(), List.of(), List.of(), 0), 0);
        assertEquals(1, members.present().size());
    }

    private static CopyPlan.Part part() {
        return new CopyPlan.Part(
                List.of(new StridedRange(4096, 8, new long[0], new long[0])),
                List.of(Arena.ofAuto().allocate(8)));
    }

    private void beginWork() {
        offer();
        CodeletReference codelet = new CodeletReference(Cluster.TESTS, "fail");
        memberLink.work().launch(execution, run -> new Launch(run, 0, codelet, 0, 1, 0, new byte[0]));
        memberLink.work().read(part(), reading);
    }

    private void expectLoss() {
        assertThrows(DeviceLostException.class, execution::isFinished);
        assertThrows(DeviceLostException.class, reading::isFinished);
        assertThrows(DeviceLostException.class, memberLink::requirePresent);
        RemoteTransfer late = new RemoteTransfer(1);
        memberLink.work().read(part(), late);
        assertThrows(DeviceLostException.class, late::isFinished);
        assertTrue(members.present().isEmpty());
    }

    @Test
    void shouldCloseTheLinkAtOnceWhenAMemberBreaksTheProtocol() {
        beginWork();
        link.deliver(memberLink, new Written(4711), 0);
        assertTrue(link.isClosed());
        expectLoss();
        assertTrue(link.sent(Bye.class).getFirst().reason().startsWith("protocol error"));
    }

    @Test
    void shouldCloseTheLinkWhenTheMemberSaysThatItLeaves() {
        beginWork();
        link.deliver(memberLink, new Bye("test"), 0);
        assertTrue(link.isClosed());
        expectLoss();
    }

    @Test
    void shouldLoseWhatIsPendingAtOnceAndCloseTheLinkSoonWhenTheCoordinatorEnds() {
        beginWork();
        members.close();
        expectLoss();
        assertEquals(1, link.sent(Bye.class).size());
        Cluster.await(link::isClosed, "the link to a peer that takes nothing stays open");
    }

    /** Begins to write to a member whose link is closed then, while the transport still reads memory. */
    private RemoteTransfer writeAndLeave(AtomicReference<DeviceLostException> told) {
        offer();
        link.beSlow();
        RemoteTransfer writing = new RemoteTransfer(1);
        memberLink.work().write(part(), writing);
        memberLink.whenLost(told::set);
        memberLink.close("test");
        return writing;
    }

    /** The core frees what it writes from when it knows. */
    @Test
    void shouldTellTheLossWhenTheTransportReadsNoMemoryAnyMore() throws Exception {
        AtomicReference<DeviceLostException> told = new AtomicReference<>();
        RemoteTransfer writing = writeAndLeave(told);
        assertTrue(link.isClosed(), "nobody waits for what a peer may never take");
        RemoteTransfer late = new RemoteTransfer(1);
        memberLink.work().write(part(), late);
        assertNull(told.get());
        assertFalse(writing.isFinished());
        assertFalse(late.isFinished());
        assertEquals(1, link.sent(Write.class).size());
        link.drop();
        assertEquals("node1", told.get().device());
        assertThrows(DeviceLostException.class, writing::isFinished);
        assertThrows(DeviceLostException.class, late::isFinished);
    }

    private record Place(int port) implements Endpoint.Presence {
        @Override
        public Optional<InetSocketAddress> place() {
            return Optional.of(InetSocketAddress.createUnresolved("node", port));
        }
    }

    private MemberLink reachable(StalledLink to, int port) {
        MemberLink reachable = members.connecting(new Place(port));
        to.deliver(reachable, Peers.hello("node" + port), 0);
        to.deliver(reachable, new Offer(MEMORY, List.of(), List.of(), List.of(), 0), 0);
        return reachable;
    }

    @Test
    void shouldTellASourceOfDataWhichTargetIsLost() {
        MemberLink source = reachable(link, 1);
        StalledLink another = new StalledLink();
        MemberLink target = reachable(another, 2);
        target.routes().copy(source, new PeerPlan.Step(part().remote(), part().remote(), 8), new RemoteTransfer(1));
        byte[] secret = link.sent(Admit.class).getFirst().secret();
        byte[] token = another.sent(Pull.class).getFirst().neighbour().token();
        target.close("test");
        assertEquals(
                GuestTokens.guest(secret, token).getAsInt(),
                link.sent(Dismiss.class).getFirst().guest());
    }

    /** The core knows members by their names. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldTakeAMemberWithTheNameOfALostOneWhenTheCoreKnowsOfTheLoss(boolean isOfferedMeanwhile) {
        AtomicReference<DeviceLostException> told = new AtomicReference<>();
        writeAndLeave(told);
        StalledLink another = new StalledLink();
        MemberLink second = members.connecting(Endpoint.Presence.UNWATCHED);
        another.deliver(second, Peers.hello("node1"), 0);
        Runnable offer = () -> another.deliver(second, new Offer(MEMORY, List.of(), List.of(), List.of(), 0), 0);
        if (isOfferedMeanwhile) {
            memberLink.whenLost(_ -> offer.run());
        } else {
            offer.run();
        }
        List<MemberLink> before = new ArrayList<>();
        memberLink.whenLost(_ -> before.addAll(members.present()));
        assertEquals(List.of(), members.present());
        assertFalse(another.isClosed());
        link.drop();
        assertEquals(List.of(second), members.present());
        assertEquals(List.of(), before);
    }

    @Test
    void shouldForgetAMemberThatIsLostWhileItWaitsForItsName() {
        writeAndLeave(new AtomicReference<>());
        StalledLink another = new StalledLink();
        MemberLink second = members.connecting(Endpoint.Presence.UNWATCHED);
        another.deliver(second, Peers.hello("node1"), 0);
        another.deliver(second, new Offer(MEMORY, List.of(), List.of(), List.of(), 0), 0);
        second.close("test");
        link.drop();
        assertEquals(List.of(), members.present());
    }

    @Test
    void shouldCloseLinksThatComeAfterTheEndOfTheCoordinator() {
        members.close();
        link.deliver(memberLink, Peers.hello("node1"), 0);
        assertTrue(link.isClosed());
        assertTrue(link.sent(Hello.class).isEmpty());
        assertTrue(members.present().isEmpty());
    }

    @Test
    void shouldLetGoOfACoordinatorThatTakesNothing() throws Exception {
        MemberSession session = greetedSession();
        member.close();
        session.awaitEnd();
        assertEquals(1, link.sent(Bye.class).size());
        Cluster.await(link::isClosed, "the link to a peer that takes nothing stays open");
    }

    @Test
    void shouldCloseTheLinkAtOnceWhenACoordinatorBreaksTheProtocolOrLeaves() throws Exception {
        for (Message last : List.of(new Free(4711), new Bye("test"))) {
            StalledLink another = new StalledLink();
            MemberSession session = member.connecting(Endpoint.Presence.UNWATCHED);
            another.deliver(session, Peers.hello("test"), 0);
            Cluster.await(() -> !another.sent(Offer.class).isEmpty(), "no offer comes");
            another.deliver(session, last, 0);
            assertTrue(another.isClosed());
            session.awaitEnd();
            session.closed(another, "test");
            assertTrue(member.isFree());
        }
    }

    @Test
    void shouldCloseLinksThatComeAfterTheEndOfTheMember() {
        MemberSession session = member.connecting(Endpoint.Presence.UNWATCHED);
        member.close();
        link.deliver(session, Peers.hello("test"), 0);
        assertTrue(link.isClosed());
        assertTrue(link.sent(Hello.class).isEmpty());
    }

    @Test
    void shouldEndTheLinkWhenTooManyCopiesAreAskedFor() {
        MemberSession session = greetedSession();
        link.deliver(session, new Message.Allocate(4096, 64), 0);
        StridedRange range = new StridedRange(4096, 8, new long[0], new long[0]);
        for (int number = 0; number < 2 * Message.MOST_READS; number++) {
            link.deliver(session, new Read(number, List.of(range)), 0);
        }
        assertFalse(link.isClosed());
        assertEquals(2 * Message.MOST_READS, link.sent(Data.class).size());
        link.deliver(session, new Read(-1, List.of(range)), 0);
        assertTrue(link.isClosed());
        assertTrue(link.sent(Bye.class).getFirst().reason().contains("copies at a time"));
    }

    private MemberSession greetedSession() {
        MemberSession session = member.connecting(Endpoint.Presence.UNWATCHED);
        link.deliver(session, Peers.hello("test"), 0);
        Cluster.await(() -> !link.sent(Offer.class).isEmpty(), "no offer comes");
        return session;
    }

    @Test
    void shouldAskForNoMoreCopiesThanTheMemberAllows() {
        offer();
        RemoteTransfer many = new RemoteTransfer(Message.MOST_READS + 2);
        for (int number = 0; number < Message.MOST_READS + 2; number++) {
            memberLink.work().read(part(), many);
        }
        assertEquals(Message.MOST_READS, link.sent(Read.class).size());
        long first = link.sent(Read.class).getFirst().transfer();
        link.deliver(memberLink, new Data(first), 8);
        memberLink.body(link);
        assertEquals(Message.MOST_READS + 1, link.sent(Read.class).size());
        memberLink.close("test");
        assertThrows(DeviceLostException.class, many::isFinished, "those that wait are not lost");
    }

    @Test
    void shouldSendFreeBeforeItGivesTheRoomBack() {
        offer();
        RemoteMemory memory = new RemoteMemory(memberLink, 0);
        MemorySegment block = memory.allocate(100);
        assertEquals(4096, memberLink.addresses(0).taken());
        AtomicLong taken = new AtomicLong();
        link.whenSending(() -> taken.set(memberLink.addresses(0).taken()));
        memory.free(block);
        assertEquals(4096, taken.get());
        assertEquals(0, memberLink.addresses(0).taken());
    }

    @Test
    void shouldSendPiecesOfManyDimensionsAsSeveralRanges() {
        long[] counts = new long[StridedRange.MOST_DIMENSIONS + 2];
        Arrays.fill(counts, 1);
        counts[0] = 2;
        counts[counts.length - 1] = 2;
        long[] strides = new long[counts.length];
        Arrays.fill(strides, 64);
        strides[0] = 256;
        CopyPlan plan = new CopyPlan();
        plan.add(
                new BufferShape(8, 8, counts),
                new Buffer(Arena.ofAuto().allocate(512), strides),
                new Buffer(MemorySegment.ofAddress(4096), strides));
        List<Long> places = new ArrayList<>();
        plan.parts().forEach(part -> part.remote().forEach(range -> range.forEach(places::add)));
        assertEquals(List.of(4096L, 4096L + 64, 4096L + 256, 4096L + 320), places);
    }
}
