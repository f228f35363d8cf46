package org.asterism.driver.opencl.internal.memory;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.asterism.api.device.DeviceBuffer;
import org.asterism.driver.opencl.internal.device.OpenDevice;
import org.asterism.driver.opencl.internal.library.Buffers;
import org.asterism.driver.opencl.internal.library.Copies;
import org.asterism.driver.opencl.internal.library.ErrorCode;
import org.asterism.driver.opencl.internal.library.Events;
import org.asterism.driver.opencl.internal.library.OpenClException;
import org.asterism.driver.opencl.internal.queue.CommandQueue;
import org.asterism.driver.opencl.internal.queue.PendingCommands;
import org.asterism.kit.device.CopyRectangles;
import org.asterism.kit.device.CopyRectangles.Rectangle;
import org.asterism.spi.driver.BufferCopy;
import org.asterism.spi.driver.DeviceMemory;
import org.asterism.spi.driver.Transfer;

/**
 * The memory of a device. Copies to it, from it, and to other devices have a queue each, so that they overlap with each
 * other and with kernels. They go directly between device and data; strided data are copied as rectangles.
 */
public final class OpenClMemory implements DeviceMemory, TaskMemory {
    private final OpenDevice device;
    private final long capacity;
    private final Allocations allocations = new Allocations();
    private CommandQueue in;
    private CommandQueue out;
    private CommandQueue across;
    private long taken;

    /**
     * Makes a memory in which nothing lies.
     *
     * @param device has it, and is held from the first use until the memory is closed
     * @param capacity the part of it that is used for data, in bytes
     */
    public OpenClMemory(OpenDevice device, long capacity) {
        this.device = device;
        this.capacity = capacity;
    }

    /** Whoever only asks for a device's facts needs no queues. */
    private void use() {
        if (in == null) {
            device.hold();
            in = device.queue("in", 0);
            out = device.queue("out", 0);
        }
    }

    @Override
    public String name() {
        return device.facts().name();
    }

    @Override
    public long capacity() {
        return capacity;
    }

    @Override
    public long largestAllocation() {
        return Math.min(capacity, Math.min(device.facts().largestAllocation(), MadeUpAddresses.MOST_BYTES));
    }

    @Override
    public long viewAlignment() {
        return device.facts().viewAlignment();
    }

    @Override
    public MemorySegment allocate(long bytes) {
        if (bytes <= 0) {
            throw new IllegalArgumentException(bytes + " bytes of memory " + name() + ": ask for more than 0");
        }
        if (bytes > capacity - taken || bytes > largestAllocation()) {
            return null;
        }
        use();
        long buffer;
        try {
            buffer = Buffers.create(device.context(), Buffers.READ_WRITE, bytes, 0);
        } catch (OpenClException refused) {
            if (ErrorCode.isOutOfMemory(refused.code())) {
                return null;
            }
            throw device.failure("memory of " + bytes + " bytes", refused.code());
        }
        MemorySegment segment = allocations.add(new Allocation(buffer, bytes));
        if (segment == null) {
            Buffers.release(buffer);
            return null;
        }
        taken += bytes;
        return segment;
    }

    @Override
    public void free(MemorySegment memory) {
        Allocation allocation = allocations.remove(memory);
        if (allocation == null) {
            throw new IllegalArgumentException("memory " + name() + " has not handed out " + memory.byteSize()
                    + " bytes at 0x" + Long.toHexString(memory.address())
                    + ", or has them back: give back what allocate returned, once");
        }
        taken -= memory.byteSize();
        allocation.release();
    }

    /** Parts of what was allocated are objects of their own if they begin at a multiple of {@link #viewAlignment}. */
    @Override
    public long object(MemorySegment segment) {
        if (segment.byteSize() == 0) {
            return 0;
        }
        Allocation found = find(segment);
        long offset = MadeUpAddresses.offset(segment.address());
        if (offset % viewAlignment() != 0) {
            throw new IllegalArgumentException("data that begin " + offset + " bytes behind the beginning of their"
                    + " memory cannot be given to a kernel on " + name() + ": it wants multiples of "
                    + viewAlignment() + " bytes");
        }
        return found.part(offset, segment.byteSize());
    }

    @Override
    public DeviceBuffer place(MemorySegment segment) {
        long bytes = segment.byteSize();
        if (bytes == 0) {
            return new DeviceBuffer(0, 0, 0);
        }
        Allocation found = find(segment);
        long offset = MadeUpAddresses.offset(segment.address());
        return offset % viewAlignment() == 0
                ? new DeviceBuffer(found.part(offset, bytes), 0, bytes)
                : new DeviceBuffer(found.buffer(), offset, bytes);
    }

    private Allocation find(MemorySegment segment) {
        Allocation found = allocations.at(segment);
        if (found == null) {
            throw new IllegalArgumentException(segment.byteSize() + " bytes at 0x" + Long.toHexString(segment.address())
                    + " do not lie in memory " + name());
        }
        return found;
    }

    @Override
    public Transfer copyIn(List<BufferCopy> copies) {
        return begin(in, "a copy to " + name(), copies, (copy, box) -> {
            DeviceBuffer to = place(copy.to().segment());
            return Copies.write(
                    in.handle(), to.memory(), to.offset(), copy.from().segment().address(), box);
        });
    }

    @Override
    public Transfer copyOut(List<BufferCopy> copies) {
        return begin(out, "a copy from " + name(), copies, (copy, box) -> {
            DeviceBuffer from = place(copy.from().segment());
            return Copies.read(
                    out.handle(),
                    from.memory(),
                    from.offset(),
                    copy.to().segment().address(),
                    box);
        });
    }

    @Override
    public boolean reaches(DeviceMemory peer) {
        return peer instanceof OpenClMemory other && other.device.context() == device.context();
    }

    @Override
    public Transfer copyTo(DeviceMemory peer, List<BufferCopy> copies) {
        if (!(peer instanceof OpenClMemory other) || !reaches(peer)) {
            throw new UnsupportedOperationException(name() + " does not reach " + peer.name());
        }
        if (across == null) {
            across = device.queue("across", 0);
        }
        return begin(across, "a copy from " + name() + " to " + peer.name(), copies, (copy, box) -> {
            DeviceBuffer from = place(copy.from().segment());
            DeviceBuffer to = other.place(copy.to().segment());
            return Copies.copy(across.handle(), from.memory(), from.offset(), to.memory(), to.offset(), box);
        });
    }

    /** Puts one rectangle of a copy into its queue. */
    private interface Step {
        long begin(BufferCopy copy, Rectangle box);
    }

    /**
     * Begins the commands of a copy. If a command is refused, those that have begun must end before the memory is used
     * for another purpose.
     */
    private Transfer begin(CommandQueue queue, String what, List<BufferCopy> copies, Step step) {
        List<Long> events = new ArrayList<>();
        try {
            for (BufferCopy copy : copies) {
                for (Rectangle box : CopyRectangles.of(copy)) {
                    events.add(step.begin(copy, box));
                }
            }
            if (events.isEmpty()) {
                return Transfer.FINISHED;
            }
            queue.flush();
        } catch (OpenClException refused) {
            RuntimeException failure = device.failure(what, refused.code());
            return new RefusedCopy(pending(queue, what, events), failure);
        } catch (RuntimeException refused) {
            if (events.isEmpty()) {
                throw refused;
            }
            return new RefusedCopy(pending(queue, what, events), refused);
        } catch (Error fatal) {
            queue.finish();
            events.forEach(Events::release);
            throw fatal;
        }
        return pending(queue, what, events);
    }

    private static PendingCommands pending(CommandQueue queue, String what, List<Long> events) {
        return new PendingCommands(
                queue, what, events.stream().mapToLong(Long::longValue).toArray());
    }

    /** Closes the queues, and gives all memory back. */
    @Override
    public void close() {
        if (in == null) {
            return;
        }
        in.close();
        out.close();
        if (across != null) {
            across.close();
        }
        allocations.releaseAll();
        device.letGo();
    }

    @Override
    public String toString() {
        return name();
    }
}
