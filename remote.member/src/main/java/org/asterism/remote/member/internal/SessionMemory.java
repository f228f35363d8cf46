package org.asterism.remote.member.internal;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.asterism.kit.remote.MalformedMessageException;
import org.asterism.kit.remote.MemoryAddress;
import org.asterism.kit.remote.Message;
import org.asterism.kit.remote.Message.Allocate;
import org.asterism.kit.remote.Message.Copy;
import org.asterism.kit.remote.Message.Free;
import org.asterism.kit.remote.Staging;
import org.asterism.kit.remote.StridedRange;
import org.asterism.spi.driver.DeviceMemory;

/**
 * The memories of a session: main memory, and those of devices, which have a thread. There is none without devices.
 * Copies from and to devices go through main memory, which is limited by the number of copies of each kind.
 * Thread-safe.
 */
final class SessionMemory {
    /** Several neighbours together may have so many. */
    private static final int MOST_PULLS = 1 << 20;

    private final String member;
    private final MemberMemory main;
    private final Consumer<Throwable> whenBroken;
    private final Staging reads = new Staging();
    private final Staging visits = new Staging();
    private final Staging pulls = new Staging();
    private final AtomicInteger openPulls = new AtomicInteger();

    /** Null without devices. Changed by the thread that opens units, like the list of these. */
    private volatile Devices devices;

    /** The devices, with the thread and the objects that they share. */
    private record Devices(DeviceThread thread, DeviceZeros zeros, DeviceCopies copies, List<MemberDevice> list) {
        Devices and(MemberDevice another) {
            List<MemberDevice> longer = new ArrayList<>(list);
            longer.add(another);
            return new Devices(thread, zeros, copies, List.copyOf(longer));
        }
    }

    /**
     * Makes it without devices.
     *
     * @param member the member's name
     * @param whenBroken learns of an error of the thread of devices, by that thread
     */
    SessionMemory(String member, MemberMemory main, Consumer<Throwable> whenBroken) {
        this.member = member;
        this.main = main;
        this.whenBroken = whenBroken;
    }

    /** Returns the number of a device's memory, which is added if it is a new one; -1 if there are too many. */
    int add(DeviceMemory memory) {
        List<MemberDevice> known = list();
        for (int index = 0; index < known.size(); index++) {
            if (known.get(index).memory() == memory) {
                return index + 1;
            }
        }
        int number = known.size() + 1;
        if (number > MemoryAddress.MOST_DEVICES) {
            return -1;
        }
        Devices shared = devices;
        if (shared == null) {
            DeviceThread thread = new DeviceThread(member, whenBroken);
            shared = new Devices(thread, new DeviceZeros(thread), new DeviceCopies(thread), List.of());
        }
        MemberDevice device = new MemberDevice(number, memory, shared.thread(), shared.zeros());
        for (MemberDevice other : known) {
            device.meet(other);
            other.meet(device);
        }
        devices = shared.and(device);
        return number;
    }

    private List<MemberDevice> list() {
        Devices all = devices;
        return all == null ? List.of() : all.list();
    }

    /** Returns what the devices offer, in the order of their numbers. */
    List<Message.Memory> offers() {
        return list().stream().map(MemberDevice::offer).toList();
    }

    /** Returns a device's memory; null for main memory. */
    private MemberDevice device(long address) {
        int number = MemoryAddress.memory(address);
        if (number == 0) {
            return null;
        }
        List<MemberDevice> known = list();
        if (address < 0 || number > known.size()) {
            throw new MalformedMessageException("address " + address + " is in no memory");
        }
        return known.get(number - 1);
    }

    private MemberDevice device(List<StridedRange> ranges) {
        return ranges.isEmpty() ? null : device(ranges.getFirst().address());
    }

    /** Whether ranges lie on a device. */
    boolean isOnDevice(List<StridedRange> ranges) {
        return device(ranges) != null;
    }

    /**
     * Allocates a block.
     *
     * @throws MalformedMessageException if the limit or the addresses do not allow it
     * @throws OutOfMemoryError if the system has not enough
     */
    void allocate(Allocate allocate) {
        MemberDevice device = device(allocate.address());
        if (device == null) {
            main.allocate(allocate.address(), allocate.bytes());
        } else {
            device.allocate(allocate.address(), allocate.bytes());
        }
    }

    /**
     * Gives a block back.
     *
     * @throws MalformedMessageException if there is none
     */
    void free(Free free) {
        MemberDevice device = device(free.address());
        if (device == null) {
            main.free(free.address());
        } else {
            device.free(free.address());
        }
    }

    /** Returns where kernels of a unit find their data. */
    Supplier<UnitLease> leases(int memory) {
        if (memory == 0) {
            return main::lease;
        }
        MemberDevice device = list().get(memory - 1);
        return device::lease;
    }

    /**
     * Finds where data go that come now. Whoever asks limits the number of those on devices.
     *
     * @param whenEnded run when a target on a device has ended
     * @throws MalformedMessageException if some was not allocated
     */
    CopyTarget target(List<StridedRange> ranges, Runnable whenEnded) {
        MemberDevice device = device(ranges);
        return device == null ? new MainTarget(main.lease(), ranges) : target(device.pieces(ranges), whenEnded);
    }

    private DeviceTarget target(MemberDevice.Pieces pieces, Runnable whenEnded) {
        try {
            return new DeviceTarget(devices.copies(), pieces, whenEnded);
        } catch (OutOfMemoryError full) {
            pieces.close();
            throw full;
        }
    }

    /**
     * Finds where data of another member go, perhaps later.
     *
     * @throws MalformedMessageException if some was not allocated
     */
    void pullTarget(List<StridedRange> ranges, Outcome<CopyTarget> outcome) {
        MemberDevice device = device(ranges);
        if (device == null) {
            outcome.ready(new MainTarget(main.lease(), ranges));
            return;
        }
        if (openPulls.incrementAndGet() > MOST_PULLS) {
            throw new MalformedMessageException("more than " + MOST_PULLS + " copies from neighbours at a time");
        }
        MemberDevice.Pieces pieces = device.pieces(ranges);
        pulls.enter(place -> begin(pieces, place, outcome));
    }

    private void begin(MemberDevice.Pieces pieces, Staging.Place place, Outcome<CopyTarget> outcome) {
        CopyTarget target;
        try {
            target = target(pieces, () -> leave(place));
        } catch (OutOfMemoryError full) {
            leave(place);
            outcome.failed(full);
            return;
        }
        try {
            outcome.ready(target);
        } catch (RuntimeException refused) {
            whenBroken.accept(refused); // another thread than the link's may be here
        }
    }

    private void leave(Staging.Place place) {
        openPulls.decrementAndGet();
        place.leave();
    }

    /** Reads for the coordinator. */
    void read(List<StridedRange> ranges, Outcome<CopySource> outcome) {
        source(ranges, main::lease, reads, outcome);
    }

    /** Reads for another member. */
    void visit(List<StridedRange> ranges, Outcome<CopySource> outcome) {
        source(ranges, main::visit, visits, outcome);
    }

    private void source(
            List<StridedRange> ranges,
            Supplier<MemberMemory.Lease> leases,
            Staging limit,
            Outcome<CopySource> outcome) {
        MemberDevice device = device(ranges);
        if (device != null) {
            new DeviceSource(devices.copies(), limit).get(device.pieces(ranges), outcome);
            return;
        }
        MemberMemory.Lease lease = leases.get();
        List<MemorySegment> pieces;
        try {
            pieces = lease.find(ranges, false);
        } catch (Throwable refused) {
            lease.close();
            throw refused;
        }
        outcome.ready(new CopySource(pieces, lease::close));
    }

    /**
     * Copies between two memories.
     *
     * @param ended gets why it has failed, or null
     * @throws MalformedMessageException if some was not allocated, or both are main memory
     */
    void copy(Copy copy, Consumer<Throwable> ended) {
        InnerCopy.begin(copy, device(copy.from()), device(copy.to()), main, () -> devices.copies(), ended);
    }

    /** Gives all blocks back. */
    void close() {
        main.close();
        list().forEach(MemberDevice::close);
    }

    /** Ends the thread of the devices, and their memories, when nothing uses them any more: no unit does. */
    void finish() {
        Devices all = devices;
        if (all != null) {
            all.thread().finish(() -> {
                if (all.list().stream().anyMatch(device -> device.held() > 0)) {
                    return false;
                }
                all.list().forEach(MemberDevice::end);
                all.zeros().close();
                return true;
            });
        }
    }

    /** Returns the bytes that are in use. */
    long held() {
        return main.held() + list().stream().mapToLong(MemberDevice::held).sum();
    }

    /** Waits for the end of the thread of the devices; for tests. */
    void awaitEnd() throws InterruptedException {
        Devices all = devices;
        if (all != null) {
            all.thread().awaitEnd();
        }
    }
}
