package org.asterism.remote.member.internal;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.asterism.kit.remote.Message.Allocate;
import org.asterism.spi.driver.DeviceLostException;
import org.asterism.spi.driver.DeviceMemory;

/**
 * A block of a device's memory that a coordinator has allocated. What was in the memory before is none of its business.
 * So copies that follow each other from the beginning on may fill the block; anything else waits for these, and the
 * rest is cleared before it.
 *
 * <p>The thread of the devices makes all calls, unless the method says otherwise. {@link MemberDevice} guards the
 * fields that it uses.
 */
final class DeviceBlock {
    private record Gap(long from, long to) {}

    private final long address;
    private final long bytes;
    private final DeviceMemory memory;
    private final DeviceZeros zeros;

    /** Copies and kernels that go on when all of the block has content. */
    private final List<Consumer<Throwable>> waiting = new ArrayList<>();

    /** The ranges that copies should have filled, and have not. */
    private final List<Gap> gaps = new ArrayList<>();

    /** The end of what copies fill, or have filled. */
    private long begun;

    private int arriving;
    private boolean isClearing;
    private MemorySegment segment;
    private RuntimeException refusal;

    /** Whether all has content. Written last, so that threads of units see the segment, too. */
    private volatile boolean isReady;

    /** The number of those that use it; guarded by the device. */
    int leases;

    /** Guarded by the device. */
    boolean isGivenBack;

    DeviceBlock(long address, long bytes, DeviceMemory memory, DeviceZeros zeros) {
        this.address = address;
        this.bytes = bytes;
        this.memory = memory;
        this.zeros = zeros;
    }

    /** Any thread may call. */
    long address() {
        return address;
    }

    /** Any thread may call. */
    long bytes() {
        return bytes;
    }

    /** Returns what counts against the limit of memory; any thread may call. */
    long charge() {
        return Allocate.charge(bytes);
    }

    /** Whether all of it has content, so that it can be used at once; any thread may call. */
    boolean isReady() {
        return isReady;
    }

    /** The device's memory; any thread may call when the block is ready, and the thread of the devices before. */
    MemorySegment segment() {
        return segment;
    }

    /** Takes the memory. If the device refuses it, everything that needs the block fails. */
    void allocate() {
        String why;
        try {
            segment = memory.allocate(bytes);
            if (segment != null) {
                return;
            }
            why = "it has not so much left; other programs may use it, too";
        } catch (DeviceLostException lost) {
            refusal = lost;
            return;
        } catch (RuntimeException | Error thrown) {
            why = MemberUnit.describe(thrown);
        }
        refusal = new DeviceRefusal("device " + memory.name() + " refuses " + bytes + " bytes: " + why);
    }

    /** Gives the memory back; nobody uses it. */
    void free() {
        if (segment != null) {
            memory.free(segment);
        }
    }

    /**
     * Whether a copy that begins now and fills a range need not wait. Then {@link #arrived} follows.
     *
     * @param from the offset of the range
     * @param to the offset of its end
     */
    boolean arrives(long from, long to) {
        if (isReady || refusal != null || isClearing || !waiting.isEmpty() || from != begun) {
            return false;
        }
        begun = to;
        arriving++;
        return true;
    }

    /** A copy has ended, or will not begin. */
    void arrived(long from, long to, boolean isThere) {
        arriving--;
        if (!isThere) {
            gaps.add(new Gap(from, to));
        }
        if (arriving == 0 && begun == bytes && gaps.isEmpty()) {
            isReady = true;
        }
        goOn();
    }

    /**
     * Waits until all of the block has content.
     *
     * @param then gets why the block cannot be used, or null; called once, now or later
     */
    void whenReady(Consumer<Throwable> then) {
        if (isReady || refusal != null) {
            then.accept(refusal);
        } else {
            waiting.add(then);
            goOn();
        }
    }

    private void goOn() {
        if (isReady) {
            tell(null);
        } else if (arriving == 0 && !isClearing && !waiting.isEmpty()) {
            clear();
        }
    }

    private void clear() {
        isClearing = true;
        if (begun < bytes) {
            gaps.add(new Gap(begun, bytes));
            begun = bytes;
        }
        List<MemorySegment> blank = gaps.stream()
                .map(gap -> segment.asSlice(gap.from(), gap.to() - gap.from()))
                .toList();
        zeros.fill(memory, blank, this::isCleared);
    }

    private void isCleared(Throwable failure) {
        isClearing = false;
        if (failure == null) {
            gaps.clear();
            isReady = true;
        }
        tell(failure);
    }

    private void tell(Throwable failure) {
        List<Consumer<Throwable>> told = List.copyOf(waiting);
        waiting.clear();
        told.forEach(each -> each.accept(failure));
    }
}
