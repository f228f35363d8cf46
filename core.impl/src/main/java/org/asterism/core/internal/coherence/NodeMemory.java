package org.asterism.core.internal.coherence;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.function.BiConsumer;
import org.asterism.api.Architecture;
import org.asterism.api.MemoryNode;
import org.asterism.api.data.Buffer;
import org.asterism.api.data.BufferShape;
import org.asterism.core.internal.observation.Observers;
import org.asterism.core.internal.task.MemoryChanges;
import org.asterism.spi.driver.DeviceLostException;
import org.asterism.spi.driver.DeviceMemory;
import org.asterism.spi.driver.NativeMemory;

/**
 * A memory node: its copies in the order of their last use, its kept blocks, and the claims that wait for room. Only
 * commands of the {@link Traffic} change it; any thread may ask for sizes.
 */
final class NodeMemory implements MemoryNode {
    private static final Logger LOG = System.getLogger(NodeMemory.class.getName());
    private static final long ALIGNMENT = 64;

    /** A memory without limit keeps so many bytes for later, or as many as are in use, if that is more. */
    private static final long MOST_KEPT_WITHOUT_LIMIT = 64L << 20;

    /** More than any machine can address: data that seem to be larger have a size that was computed wrongly. */
    private static final long MOST_ADDRESSABLE = 1L << 56;

    private record DeviceBlock(DeviceMemory device, MemorySegment segment) implements NativeMemory.Block {
        @Override
        public void free() {
            device.free(segment);
        }
    }

    private final int id;
    private final String name;
    private final DeviceMemory device;

    /** The architecture of the units that work here. */
    private final Architecture architecture;

    private final long capacity;
    private final long largestAllocation;
    private final long viewAlignment;
    private volatile long used;
    private volatile long received;
    private volatile long sent;

    private final MemoryChanges changes = new MemoryChanges();

    private final KeptBlocks kept = new KeptBlocks();

    /** The copies with memory of the runtime and what they lie in, those not used for the longest time first. */
    private final LinkedHashMap<Replicate, NativeMemory.Block> blocks = new LinkedHashMap<>();

    /** Claims that wait for room, first come, first served. */
    final ArrayDeque<Claim> waiting = new ArrayDeque<>();

    /** What other runtimes were asked for on behalf of the claim that waits first; null if nothing. */
    OtherRuntimes.Question question;

    /** Number of blocks that are lent for other purposes than data. */
    private int lent;

    /** Whether some of its memory is never given back, since a kernel that was given up may use it. */
    private volatile boolean isKept;

    /** Whether its driver goes: no further data come here. */
    boolean leaving;

    /** The failure that its driver reported when its device was lost, or null. Once set, it stays. */
    private volatile DeviceLostException loss;

    /** Whether what follows from the loss was seen to. */
    private boolean isSeenTo;

    private final Observers observers;
    private final BiConsumer<NodeMemory, DeviceLostException> lossesLater;

    /**
     * Makes a node that nothing lies in.
     *
     * @param device the driver's memory; null for main memory
     * @param lossesLater sees to what follows from a loss that is noticed here; not at once, but soon
     */
    NodeMemory(
            int id,
            String name,
            DeviceMemory device,
            Architecture architecture,
            Observers observers,
            BiConsumer<NodeMemory, DeviceLostException> lossesLater) {
        this.observers = observers;
        this.lossesLater = lossesLater;
        this.id = id;
        this.name = name;
        this.device = device;
        this.architecture = architecture;
        capacity = device == null ? Long.MAX_VALUE : device.capacity();
        largestAllocation = device == null ? MOST_ADDRESSABLE : device.largestAllocation();
        viewAlignment = device == null ? 1 : viewAlignment(device);
    }

    private static long viewAlignment(DeviceMemory device) {
        long alignment = device.viewAlignment();
        if (alignment < 1) {
            throw new IllegalArgumentException("memory " + device.name() + " has the view alignment " + alignment
                    + ": its driver must give a number of bytes from 1");
        }
        return alignment;
    }

    /** Returns the failure that its driver reported when its device was lost, or null. Any thread may call it. */
    DeviceLostException loss() {
        return loss;
    }

    /** Notes that its device is lost; false if what follows from that was seen to already. */
    boolean isLostNow(DeviceLostException lost) {
        if (isSeenTo) {
            return false;
        }
        isSeenTo = true;
        note(lost);
        return true;
    }

    private void note(DeviceLostException lost) {
        if (loss == null) {
            loss = lost;
            leaving = true;
        }
    }

    /** The driver's memory; null for main memory. */
    DeviceMemory device() {
        return device;
    }

    boolean isMain() {
        return device == null;
    }

    /** Returns the architecture of the units that work here. */
    Architecture architecture() {
        return architecture;
    }

    /** Returns the size of a copy of data of these shapes on this node. */
    long bytesFor(List<BufferShape> shapes) {
        long sum = 0;
        for (BufferShape shape : shapes) {
            sum = sum(sum, align(shape.bytes(), shapes.size()));
        }
        return sum;
    }

    /** Of several buffers in one piece of memory each begins where a device can have one begin. */
    private long align(long bytes, int buffers) {
        long boundary = buffers == 1 ? ALIGNMENT : Math.max(ALIGNMENT, viewAlignment);
        return sum(bytes, boundary - 1) & -boundary;
    }

    /** The sum of two sizes; {@link Long#MAX_VALUE} if it is more, which no memory has. */
    static long sum(long bytes, long more) {
        long sum = bytes + more;
        return sum < 0 ? Long.MAX_VALUE : sum;
    }

    /** Returns the size of the largest block that its driver gives. */
    long largestAllocation() {
        return largestAllocation;
    }

    /** Whether so much fits besides what is used, if nothing were kept for later. */
    boolean hasRoom(long bytes) {
        return bytes <= capacity - used;
    }

    /**
     * Whether copies may get memory here long before a task writes them. Without a limit, the tasks in queues would
     * take memory for all that they will ever write.
     */
    boolean mayTakeAhead() {
        return !leaving && capacity != Long.MAX_VALUE;
    }

    /** Whether a copy fits without giving up others or blocks that are kept for later. */
    boolean hasUnusedFor(Replicate replicate) {
        long bytes = bytesFor(replicate.all.shapes());
        return kept.has(bytes) || bytes <= Math.min(largestAllocation, capacity - used - kept.bytes());
    }

    /** Returns the amount of memory that must be freed before so many bytes fit. */
    long missing(long bytes) {
        return bytes - (capacity - used);
    }

    /** Returns the counter of the driver's allocations and releases. Only commands of the traffic count. */
    MemoryChanges changes() {
        return changes;
    }

    /** Takes memory for a copy, from what is kept or anew; false if there is none. */
    boolean allocate(Replicate replicate) {
        long bytes = bytesFor(replicate.all.shapes());
        if (bytes == 0) {
            replicate.place(slices(replicate, MemorySegment.NULL));
            return true;
        }
        NativeMemory.Block block = kept.take(bytes);
        if (block == null && hasRoom(bytes)) {
            block = takeAnew(bytes);
        }
        if (block == null) {
            return false;
        }
        List<Buffer> buffers = slices(replicate, block);
        blocks.put(replicate, block);
        used += bytes;
        replicate.place(buffers);
        observers.allocated(replicate.all.handle(), this, bytes);
        return true;
    }

    /** A copy's buffers in a block, which is given back if it is not as large as its driver should have made it. */
    private List<Buffer> slices(Replicate replicate, NativeMemory.Block block) {
        try {
            return slices(replicate, block.segment());
        } catch (RuntimeException | Error thrown) {
            free(block);
            throw thrown;
        }
    }

    private NativeMemory.Block takeAnew(long bytes) {
        while (bytes > capacity - used - kept.bytes() && dropOneKept()) {
            // Until it fits.
        }
        NativeMemory.Block block = request(bytes);
        while (block == null && dropOneKept()) {
            block = request(bytes);
        }
        return block;
    }

    private NativeMemory.Block request(long bytes) {
        try {
            if (device == null) {
                return NativeMemory.allocate(bytes);
            }
            MemorySegment segment = device.allocate(bytes);
            if (segment == null) {
                return null;
            }
            changes.changed();
            return new DeviceBlock(device, segment);
        } catch (DeviceLostException lost) {
            noticed(lost);
            return null;
        } catch (RuntimeException | Error thrown) {
            LOG.log(Level.ERROR, "memory " + name + " threw in allocate(" + bytes + "): " + thrown, thrown);
            return null;
        }
    }

    private void noticed(DeviceLostException lost) {
        if (loss == null) {
            note(lost);
            lossesLater.accept(this, lost);
        }
    }

    private boolean dropOneKept() {
        NativeMemory.Block block = kept.takeAny();
        if (block != null) {
            free(block);
        }
        return block != null;
    }

    private void free(NativeMemory.Block block) {
        try {
            block.free();
            changes.changed();
        } catch (DeviceLostException lost) {
            noticed(lost);
        } catch (RuntimeException | Error thrown) {
            LOG.log(Level.ERROR, "memory " + name + " threw in free: " + thrown, thrown);
        }
    }

    private List<Buffer> slices(Replicate replicate, MemorySegment segment) {
        List<Buffer> buffers = new ArrayList<>();
        long offset = 0;
        List<BufferShape> shapes = replicate.all.shapes();
        for (BufferShape shape : shapes) {
            buffers.add(Buffer.dense(segment.asSlice(offset, shape.bytes()), shape));
            offset += align(shape.bytes(), shapes.size());
        }
        return List.copyOf(buffers);
    }

    /** Returns the offset at which a segment begins within the memory of the copy that it is a view of. */
    long offset(Replicate host, MemorySegment within) {
        return within.address() - blocks.get(host).segment().address();
    }

    /** Returns the alignment of copies that lie within others: they begin at multiples of it. */
    long viewAlignment() {
        return viewAlignment;
    }

    /** Gives the memory of a copy back, to be kept for the next of its size; the views within it have none any more. */
    void release(Replicate replicate) {
        release(replicate, false);
    }

    /** Gives the memory of a copy back whose room others need. */
    void evict(Replicate replicate) {
        release(replicate, true);
    }

    private void release(Replicate replicate, boolean evicted) {
        NativeMemory.Block block = blocks.remove(replicate);
        boolean staysInUse = replicate.isKept;
        replicate.displace();
        if (block == null) {
            return;
        }
        if (staysInUse) {
            isKept = true;
            return;
        }
        long bytes = bytesFor(replicate.all.shapes());
        used -= bytes;
        observers.freed(replicate.all.handle(), this, bytes, evicted);
        boolean unlimited = capacity == Long.MAX_VALUE;
        if (leaving || unlimited && kept.bytes() + bytes > Math.max(MOST_KEPT_WITHOUT_LIMIT, used)) {
            free(block);
        } else {
            kept.keep(bytes, block);
        }
    }

    /** Lends memory that no data will lie in; null if there is none. */
    NativeMemory.Block lend(long bytes) {
        NativeMemory.Block block = hasRoom(bytes) ? takeAnew(bytes) : null;
        if (block != null) {
            used += bytes;
            lent++;
        }
        return block;
    }

    /** Takes memory back that was lent. */
    void takeBack(NativeMemory.Block block, long bytes) {
        used -= bytes;
        lent--;
        free(block);
    }

    /** Whether memory is lent, and will come back. */
    boolean hasLent() {
        return lent > 0;
    }

    /** Counts a copy that has ended well. */
    static void countCopy(NodeMemory from, NodeMemory to, long bytes) {
        from.sent += bytes;
        to.received += bytes;
    }

    /** Gives back all that is kept for later; false if nothing was. */
    boolean dropKept() {
        boolean any = false;
        while (dropOneKept()) {
            any = true;
        }
        return any;
    }

    /** Ends the driver's memory. */
    void end() {
        if (isKept) {
            LOG.log(Level.WARNING, "memory {0} is not closed: a kernel that was given up may still use it", name);
            return;
        }
        try {
            device.close();
        } catch (DeviceLostException lost) {
            noticed(lost); // mostly it is what everybody knows
        } catch (RuntimeException | Error thrown) {
            LOG.log(Level.ERROR, "memory " + name + " threw in close: " + thrown, thrown);
        }
    }

    /** Notes that a copy was just used. */
    void touch(Replicate replicate) {
        Replicate host = replicate.host();
        NativeMemory.Block block = host == null ? null : blocks.get(host);
        if (block != null) {
            blocks.putLast(host, block); // moves it there, and makes nothing
            replicate.wontBeUsed = false;
        }
    }

    /**
     * The copies with memory of the runtime, those not used for the longest time first; views are with those they lie
     * in.
     */
    List<Replicate> byLastUse() {
        return List.copyOf(blocks.keySet());
    }

    /** {@link #byLastUse} as long as nothing is used, taken or given up: for a look that makes no copy. */
    Collection<Replicate> inOrderOfLastUse() {
        return Collections.unmodifiableCollection(blocks.keySet());
    }

    @Override
    public int id() {
        return id;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public long capacity() {
        return capacity;
    }

    @Override
    public long used() {
        return used;
    }

    @Override
    public long cached() {
        return kept.bytes();
    }

    @Override
    public long received() {
        return received;
    }

    @Override
    public long sent() {
        return sent;
    }

    @Override
    public String toString() {
        return name;
    }
}
