package org.asterism.driver.opencl.internal.memory;

import java.lang.foreign.MemorySegment;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.asterism.api.device.DeviceBuffer;
import org.asterism.driver.opencl.internal.device.OpenDevice;
import org.asterism.driver.opencl.internal.library.Buffers;
import org.asterism.driver.opencl.internal.library.Events;
import org.asterism.driver.opencl.internal.library.OpenClException;

/**
 * Main memory, for a device that shares it. Memory objects wrap the data in place.
 *
 * <p>A device that is a processor of the host works on the data themselves, so objects are kept for the next task; they
 * hold only an address. Other devices may keep a copy. For these, an object lives for one task: it is made from the
 * current data, and mapped after the kernel. By the standard, the data then have the kernel's results.
 *
 * <p>It belongs to one worker, and is for its thread only.
 */
public final class HostMemory implements TaskMemory {
    /** So many objects are kept: making one costs microseconds, and little memory. */
    private static final int MOST_KEPT = 1024;

    private record Range(long address, long bytes) {}

    private final OpenDevice device;
    private final boolean inPlace;
    /** In the order of their last use, the longest ago first. */
    private final Map<Range, Long> objects = new LinkedHashMap<>(16, 0.75f, true);

    /**
     * Main memory for one worker.
     *
     * @param inPlace whether the device works on the data themselves
     */
    public HostMemory(OpenDevice device, boolean inPlace) {
        this.device = device;
        this.inPlace = inPlace;
    }

    @Override
    public long object(MemorySegment segment) {
        if (segment.byteSize() == 0) {
            return 0;
        }
        Range range = new Range(segment.address(), segment.byteSize());
        Long known = objects.get(range);
        if (known != null) {
            return known;
        }
        try {
            long made = Buffers.create(
                    device.context(), Buffers.READ_WRITE | Buffers.USE_HOST_POINTER, range.bytes(), range.address());
            objects.put(range, made);
            return made;
        } catch (OpenClException refused) {
            throw device.failure(range.bytes() + " bytes of main memory", refused.code());
        }
    }

    @Override
    public DeviceBuffer place(MemorySegment segment) {
        return new DeviceBuffer(object(segment), 0, segment.byteSize());
    }

    @Override
    public long settle(long queue, long last) {
        return inPlace ? dropOldest() : mapAll(queue, last);
    }

    /** Not before the task's commands have been put into the queue: they keep the objects that they use. */
    private long dropOldest() {
        Iterator<Long> oldest = objects.values().iterator();
        while (objects.size() > MOST_KEPT) {
            Buffers.release(oldest.next());
            oldest.remove();
        }
        return 0;
    }

    private long mapAll(long queue, long last) {
        long before = last;
        try {
            for (Map.Entry<Range, Long> each : objects.entrySet()) {
                long mapped = Buffers.mapAndUnmap(
                        queue, each.getValue(), each.getKey().bytes(), before);
                if (before != last) {
                    Events.release(before);
                }
                before = mapped;
            }
        } catch (OpenClException refused) {
            throw device.failure("a look at main memory", refused.code());
        } finally {
            dropAll();
        }
        return before == last ? 0 : before;
    }

    /** An object that keeps a copy would show the next task what the data are now, and not what they are then. */
    @Override
    public void forget() {
        if (!inPlace) {
            dropAll();
        }
    }

    @Override
    public void endUse() {
        dropAll();
    }

    private void dropAll() {
        objects.values().forEach(Buffers::release);
        objects.clear();
    }
}
