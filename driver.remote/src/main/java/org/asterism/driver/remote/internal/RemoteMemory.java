package org.asterism.driver.remote.internal;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.function.Consumer;
import org.asterism.api.data.Buffer;
import org.asterism.kit.device.UntouchableMemory;
import org.asterism.kit.remote.Message;
import org.asterism.kit.remote.Message.Allocate;
import org.asterism.kit.remote.Message.Free;
import org.asterism.spi.driver.BufferCopy;
import org.asterism.spi.driver.DeviceLostException;
import org.asterism.spi.driver.DeviceMemory;
import org.asterism.spi.driver.Transfer;

/** A memory of a member, as one runtime sees it: main memory, or that of a device. All runtimes share its room. */
final class RemoteMemory implements DeviceMemory {
    private final MemberLink link;
    private final int number;
    private final Message.Memory offer;
    private final AddressSpace addresses;
    private volatile Consumer<DeviceLostException> listener;

    /**
     * Makes it.
     *
     * @param number of the memory on its member; 0 for main memory
     */
    RemoteMemory(MemberLink link, int number) {
        this.link = link;
        this.number = number;
        addresses = link.addresses(number);
        offer = number == 0 ? main(link) : link.offer().devices().get(number - 1);
    }

    private static Message.Memory main(MemberLink link) {
        long bytes = link.offer().memory();
        return new Message.Memory(link.name(), bytes, bytes, 1);
    }

    @Override
    public String name() {
        return number == 0 ? link.name() : link.name() + "-" + offer.name();
    }

    @Override
    public long capacity() {
        return offer.capacity();
    }

    @Override
    public long largestAllocation() {
        return offer.largestAllocation();
    }

    @Override
    public long viewAlignment() {
        return offer.viewAlignment();
    }

    @Override
    public MemorySegment allocate(long bytes) {
        link.requirePresent();
        if (bytes <= 0) {
            throw new IllegalArgumentException(bytes + " bytes of memory " + name() + ": ask for more than 0");
        }
        long address = bytes > largestAllocation() ? -1 : addresses.allocate(bytes, capacity());
        if (address < 0) {
            return null;
        }
        try {
            link.send(new Allocate(address, bytes));
        } catch (RuntimeException | Error thrown) {
            addresses.forget(address, bytes);
            addresses.giveBack(bytes);
            throw thrown;
        }
        return UntouchableMemory.at(address, bytes);
    }

    @Override
    public void free(MemorySegment memory) {
        if (!addresses.forget(memory.address(), memory.byteSize())) {
            throw new IllegalArgumentException("memory " + name() + " has not handed out " + memory.byteSize()
                    + " bytes at " + memory.address()
                    + ", or has them back: give back what allocate returned, once");
        }
        link.send(new Free(memory.address())); // before another runtime can allocate the room
        addresses.giveBack(memory.byteSize());
    }

    @Override
    public Transfer copyIn(List<BufferCopy> copies) {
        link.requirePresent();
        CopyPlan plan = new CopyPlan();
        for (BufferCopy copy : copies) {
            plan.add(copy.shape(), requireNative(copy.from()), copy.to());
        }
        List<CopyPlan.Part> parts = plan.parts();
        if (parts.isEmpty()) {
            return Transfer.FINISHED;
        }
        RemoteTransfer transfer = CopyPlan.transfer(parts);
        parts.forEach(part -> link.work().write(part, transfer));
        return transfer;
    }

    @Override
    public Transfer copyOut(List<BufferCopy> copies) {
        link.requirePresent();
        CopyPlan plan = new CopyPlan();
        for (BufferCopy copy : copies) {
            plan.add(copy.shape(), requireNative(copy.to()), copy.from());
        }
        List<CopyPlan.Part> parts = plan.parts();
        if (parts.isEmpty()) {
            return Transfer.FINISHED;
        }
        RemoteTransfer transfer = new RemoteTransfer(parts.size());
        parts.forEach(part -> link.work().read(part, transfer));
        return transfer;
    }

    @Override
    public boolean reaches(DeviceMemory peer) {
        return peer instanceof RemoteMemory other && (isOnSameMember(other) || isReachable(other));
    }

    private boolean isOnSameMember(RemoteMemory other) {
        return other.link == link && other.number != number;
    }

    private boolean isReachable(RemoteMemory other) {
        return other.link.isReachable(link) && link.isReachable(other.link);
    }

    /** Copies within a member share no network, and nothing is known of its bus. */
    @Override
    public boolean hasOwnLink(DeviceMemory peer) {
        return peer instanceof RemoteMemory other && isOnSameMember(other);
    }

    @Override
    public Transfer copyTo(DeviceMemory peer, List<BufferCopy> copies) {
        if (!(peer instanceof RemoteMemory other) || !reaches(peer)) {
            throw new UnsupportedOperationException(name() + " does not reach " + peer.name());
        }
        requirePresent();
        other.requirePresent();
        PeerPlan plan = new PeerPlan(Message.LONGEST_STEP);
        copies.forEach(copy -> plan.add(copy.shape(), copy.from(), copy.to()));
        List<PeerPlan.Step> steps = plan.steps();
        if (steps.isEmpty()) {
            return Transfer.FINISHED;
        }
        if (other.link == link) {
            RemoteTransfer transfer = new RemoteTransfer(steps.size());
            steps.forEach(step -> link.work().copy(step, transfer));
            return transfer;
        }
        RemoteTransfer transfer = new RemoteTransfer(steps.size(), reason -> other.named(named(reason)));
        steps.forEach(step -> other.link.routes().copy(link, step, transfer));
        return transfer;
    }

    private void requirePresent() {
        try {
            link.requirePresent();
        } catch (DeviceLostException lost) {
            throw named(lost);
        }
    }

    /** The core finds out by the name which of two devices is lost, but links name their members. */
    private RuntimeException named(RuntimeException reason) {
        return number > 0
                        && reason instanceof DeviceLostException lost
                        && lost.device().equals(link.name())
                ? new DeviceLostException(name(), lost.getMessage(), lost)
                : reason;
    }

    private static Buffer requireNative(Buffer buffer) {
        if (!buffer.segment().isNative()) {
            throw new IllegalArgumentException("data on the heap cannot be sent: the core copies from native memory");
        }
        return buffer;
    }

    @Override
    public void whenLost(Consumer<DeviceLostException> told) {
        listener = told;
        link.whenLost(told);
    }

    @Override
    public void close() {
        if (listener != null) {
            link.forget(listener);
        }
    }

    @Override
    public String toString() {
        return name();
    }
}
