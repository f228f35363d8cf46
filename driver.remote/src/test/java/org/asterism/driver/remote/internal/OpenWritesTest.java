package org.asterism.driver.remote.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.asterism.kit.remote.CodeletIndex;
import org.asterism.kit.remote.Endpoint;
import org.asterism.kit.remote.Message;
import org.asterism.kit.remote.Message.Data;
import org.asterism.kit.remote.Message.Offer;
import org.asterism.kit.remote.Message.Pull;
import org.asterism.kit.remote.Message.Pulled;
import org.asterism.kit.remote.Message.Read;
import org.asterism.kit.remote.Message.Write;
import org.asterism.kit.remote.Message.Written;
import org.asterism.kit.remote.Peers;
import org.asterism.kit.remote.StridedRange;
import org.asterism.spi.driver.DeviceLostException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** When data that go to a member count as there, and how many are on their way. */
@Timeout(60)
class OpenWritesTest {
    private final Members members = new Members("coordinator", new CodeletIndex());
    private final StalledLink toSource = new StalledLink();
    private final StalledLink toTarget = new StalledLink();
    private MemberLink source;
    private MemberLink target;

    private record Place(int port) implements Endpoint.Presence {
        @Override
        public Optional<InetSocketAddress> place() {
            return Optional.of(InetSocketAddress.createUnresolved("node", port));
        }
    }

    @BeforeEach
    void connect() {
        source = connect(toSource, 1);
        target = connect(toTarget, 2);
    }

    private MemberLink connect(StalledLink link, int port) {
        MemberLink connected = members.connecting(new Place(port));
        link.deliver(connected, Peers.hello("node" + port), 0);
        link.deliver(connected, new Offer(1 << 20, List.of(), List.of(), List.of(), 0), 0);
        return connected;
    }

    private static List<StridedRange> range() {
        return List.of(new StridedRange(4096, 8, new long[0], new long[0]));
    }

    private RemoteTransfer write() {
        return write(8);
    }

    private RemoteTransfer write(long bytes) {
        RemoteTransfer writing = RemoteTransfer.toMember(1);
        source.work().write(new CopyPlan.Part(range(), List.of(Arena.ofAuto().allocate(bytes))), writing);
        return writing;
    }

    private int writes() {
        return toSource.sent(Write.class).size();
    }

    private RemoteTransfer read(long bytes) {
        RemoteTransfer reading = new RemoteTransfer(1);
        source.work().read(new CopyPlan.Part(range(), List.of(Arena.ofAuto().allocate(bytes))), reading);
        return reading;
    }

    private void answer(int read, long bytes) {
        long number = toSource.sent(Read.class).get(read).transfer();
        toSource.deliver(source, new Data(number), bytes);
        source.body(toSource);
    }

    private int reads() {
        return toSource.sent(Read.class).size();
    }

    private RemoteTransfer copy() {
        RemoteTransfer copying = new RemoteTransfer(1);
        target.routes().copy(source, new PeerPlan.Step(range(), range(), 8), copying);
        return copying;
    }

    private void confirm(int write) {
        long number = toSource.sent(Write.class).get(write).transfer();
        toSource.deliver(source, new Written(number), 0);
    }

    private int pulls() {
        return toTarget.sent(Pull.class).size();
    }

    @Test
    void shouldEndACopyWhenItsDataAreSentAndTellTheirArrival() throws Exception {
        RemoteTransfer writing = write();
        assertFalse(writing.isFinished(), "the transport still reads the memory");
        toSource.drop();
        assertTrue(writing.isFinished());
        assertFalse(writing.hasArrived());
        confirm(0);
        assertTrue(writing.hasArrived());
    }

    @Test
    void shouldSendNoMoreThanTheWindowBeforeTheMemberConfirms() {
        write(Message.WINDOW);
        write(Message.WINDOW); // one is confirmed while another one arrives
        write(8);
        write(8);
        assertEquals(2, writes());
        toSource.drop();
        assertEquals(2, writes(), "they are sent, but on their way");
        confirm(0);
        assertEquals(3, writes());
        confirm(1);
        assertEquals(4, writes());
        for (int count = 0; count < 100; count++) {
            write(8);
        }
        assertEquals(104, writes(), "those that are short");
    }

    @Test
    void shouldEndCopiesThatWaitForTheWindowWhenTheMemberIsLost() {
        List<RemoteTransfer> all =
                Stream.generate(() -> write(Message.WINDOW)).limit(100).toList();
        assertEquals(2, writes());
        source.close("test");
        toSource.drop();
        RemoteTransfer late = write();
        Stream.concat(all.stream(), Stream.of(late))
                .forEach(copy -> assertThrows(DeviceLostException.class, copy::isFinished));
    }

    @Test
    void shouldAskForNoMoreThanTheWindow() throws Exception {
        RemoteTransfer first = read(Message.WINDOW);
        read(Message.WINDOW);
        read(Message.WINDOW);
        assertEquals(2, reads());
        answer(0, Message.WINDOW);
        assertTrue(first.isFinished());
        assertEquals(3, reads());
        answer(1, Message.WINDOW);
        answer(2, Message.WINDOW);
        for (int count = 0; count < 2 * Message.MOST_READS; count++) {
            read(8);
        }
        assertEquals(3 + Message.MOST_READS, reads());
    }

    @Test
    void shouldLetAnotherMemberReadOnlyWhatThisOneHasConfirmed() {
        write();
        write();
        toSource.drop();
        copy();
        assertEquals(0, pulls());
        write(); // comes too late for that copy to wait for it
        confirm(1);
        assertEquals(0, pulls());
        confirm(0);
        assertEquals(1, pulls());
        copy();
        assertEquals(1, pulls());
        confirm(2);
        assertEquals(2, pulls());
        copy();
        assertEquals(3, pulls());
    }

    @Test
    void shouldEndCopiesThatWaitForAMemberWhichIsLost() throws Exception {
        write();
        toSource.drop();
        RemoteTransfer copying = copy();
        source.close("test");
        toTarget.deliver(target, new Pulled(toTarget.sent(Pull.class).getFirst().transfer(), "it is lost"), 0);
        assertThrows(DeviceLostException.class, copying::isFinished);
    }
}
