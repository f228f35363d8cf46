package org.asterism.driver.remote.internal;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.function.Consumer;
import org.asterism.api.data.Buffer;
import org.asterism.kit.device.UntouchableMemory;
import org.asterism.kit.remote.Message.Allocate;
import org.asterism.kit.remote.Message.Free;
import org.asterism.spi.driver.BufferCopy;
import org.asterism.spi.driver.DeviceLostException;
import org.asterism.spi.driver.DeviceMemory;
import org.asterism.spi.driver.Transfer;

/** The memory of a member, as one runtime sees it. All runtimes share its room. */
final class RemoteMemory implements DeviceMemory {
    /** The number of bytes of main memory that copies between two members take if these cannot reach each other. */
    private static final long LONGEST_STEP = 8L << 20;

    private final MemberLink link;
    private volatile Consumer<DeviceLostException> listener;

    RemoteMemory(MemberLink link) {
        this.link = link;
    }

    @Override
    public String name() {
        return link.name();
    }

    @Override
    public long capacity() {
        return link.offer().memory();
    }

    @Override
    public MemorySegment allocate(long bytes) {
        link.requirePresent();
        if (bytes <= 0) {
            throw new IllegalArgumentException(bytes + " bytes of memory " + name() + ": ask for more than 0");
        }
        long address = link.addresses().allocate(bytes, capacity());
        if (address < 0) {
            return null;
        }
        link.send(new Allocate(address, bytes));
        return UntouchableMemory.at(address, bytes);
    }

    @Override
    public void free(MemorySegment memory) {
        if (!link.addresses().forget(memory.address(), memory.byteSize())) {
            throw new IllegalArgumentException("memory " + name() + " has not handed out " + memory.byteSize()
                    + " bytes at " + memory.address()
                    + ", or has them back: give back what allocate returned, once");
        }
        link.send(new Free(memory.address())); // before another runtime can allocate the room
        link.addresses().giveBack(memory.byteSize());
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
        RemoteTransfer transfer = new RemoteTransfer(2 * parts.size()); // sent, and received
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
        return peer instanceof RemoteMemory other && other.link.isReachable(link) && link.isReachable(other.link);
    }

    @Override
    public Transfer copyTo(DeviceMemory peer, List<BufferCopy> copies) {
        if (!(peer instanceof RemoteMemory other) || !reaches(peer)) {
            throw new UnsupportedOperationException(name() + " does not reach " + peer.name());
        }
        link.requirePresent();
        other.link.requirePresent();
        PeerPlan plan = new PeerPlan(LONGEST_STEP);
        copies.forEach(copy -> plan.add(copy.shape(), copy.from(), copy.to()));
        List<PeerPlan.Step> steps = plan.steps();
        if (steps.isEmpty()) {
            return Transfer.FINISHED;
        }
        RemoteTransfer transfer = new RemoteTransfer(steps.size());
        steps.forEach(step -> other.link.routes().copy(link, step, transfer));
        return transfer;
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
