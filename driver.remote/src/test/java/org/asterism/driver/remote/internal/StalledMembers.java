package org.asterism.driver.remote.internal;

import java.lang.foreign.Arena;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;
import org.asterism.kit.remote.CodeletIndex;
import org.asterism.kit.remote.Endpoint;
import org.asterism.kit.remote.MemoryAddress;
import org.asterism.kit.remote.Message.Copy;
import org.asterism.kit.remote.Message.Data;
import org.asterism.kit.remote.Message.Offer;
import org.asterism.kit.remote.Message.Pull;
import org.asterism.kit.remote.Message.Pulled;
import org.asterism.kit.remote.Message.Read;
import org.asterism.kit.remote.Message.Write;
import org.asterism.kit.remote.Message.Written;
import org.asterism.kit.remote.Peers;
import org.asterism.kit.remote.StridedRange;

/** Two members that take nothing and say what the test says. Most copies are those of the first one. */
final class StalledMembers {
    final StalledLink toSource = new StalledLink();
    final StalledLink toTarget = new StalledLink();
    final MemberLink source;
    final MemberLink target;

    private final Members members = new Members("coordinator", new CodeletIndex());

    private record Place(int port) implements Endpoint.Presence {
        @Override
        public Optional<InetSocketAddress> place() {
            return Optional.of(InetSocketAddress.createUnresolved("node", port));
        }
    }

    StalledMembers() {
        source = connect(toSource, 1);
        target = connect(toTarget, 2);
    }

    private MemberLink connect(StalledLink link, int port) {
        MemberLink connected = members.connecting(new Place(port));
        link.deliver(connected, Peers.hello("node" + port), 0);
        link.deliver(connected, new Offer(1 << 20, List.of(), List.of(), List.of(), 0), 0);
        return connected;
    }

    static List<StridedRange> inMain() {
        return List.of(range(4096));
    }

    static List<StridedRange> onDevice() {
        return List.of(range(MemoryAddress.first(1)));
    }

    static StridedRange range(long address) {
        return new StridedRange(address, 8, new long[0], new long[0]);
    }

    /** Begins a copy to the source. */
    RemoteTransfer write(List<StridedRange> ranges, long bytes) {
        CopyPlan.Part part = part(ranges, bytes);
        RemoteTransfer writing = CopyPlan.transfer(List.of(part));
        source.work().write(part, writing);
        return writing;
    }

    static CopyPlan.Part part(List<StridedRange> ranges, long bytes) {
        return new CopyPlan.Part(ranges, List.of(Arena.ofAuto().allocate(bytes)));
    }

    /** Returns how many writes were sent to the source. */
    int writes() {
        return toSource.sent(Write.class).size();
    }

    /** The source confirms a write. */
    void confirm(int write) {
        toSource.deliver(
                source, new Written(toSource.sent(Write.class).get(write).transfer()), 0);
    }

    /** Begins a copy from the source. */
    RemoteTransfer read(List<StridedRange> ranges, long bytes) {
        RemoteTransfer reading = new RemoteTransfer(1);
        source.work().read(part(ranges, bytes), reading);
        return reading;
    }

    /** Returns how many reads were sent to the source. */
    int reads() {
        return toSource.sent(Read.class).size();
    }

    /** The source answers a read. */
    void answer(int read, long bytes) {
        beginAnswer(read, bytes);
        source.body(toSource);
    }

    void beginAnswer(int read, long bytes) {
        long number = toSource.sent(Read.class).get(read).transfer();
        toSource.deliver(source, new Data(number), bytes);
    }

    /** Begins a copy within the source. */
    RemoteTransfer copyWithin(List<StridedRange> from) {
        RemoteTransfer copying = new RemoteTransfer(1);
        source.work().copy(new PeerPlan.Step(from, onDevice(), 8), copying);
        return copying;
    }

    /** Returns how many copies within it the source was asked for. */
    int copiesWithin() {
        return toSource.sent(Copy.class).size();
    }

    /** Begins a copy from the source to the target. */
    RemoteTransfer copy() {
        RemoteTransfer copying = new RemoteTransfer(1);
        target.routes().copy(source, new PeerPlan.Step(inMain(), inMain(), 8), copying);
        return copying;
    }

    /** The target answers what it was asked for first. */
    void answerPull(String obstacle) {
        toTarget.deliver(target, new Pulled(toTarget.sent(Pull.class).getFirst().transfer(), obstacle), 0);
    }

    /** Returns how many copies from the source the target was asked for. */
    int pulls() {
        return toTarget.sent(Pull.class).size();
    }
}
