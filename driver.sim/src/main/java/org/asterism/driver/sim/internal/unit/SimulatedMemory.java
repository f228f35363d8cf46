package org.asterism.driver.sim.internal.unit;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.asterism.driver.sim.internal.machine.Machine;
import org.asterism.driver.sim.internal.machine.MemoryDescription;
import org.asterism.driver.sim.internal.network.CopyEngines;
import org.asterism.spi.driver.BufferCopy;
import org.asterism.spi.driver.DeviceMemory;
import org.asterism.spi.driver.EventClock;
import org.asterism.spi.driver.Transfer;

/**
 * A memory of the simulated machine. If kernels are executed, it consists of host memory, and copies really move bytes.
 * Otherwise it hands out addresses that must not be accessed.
 */
final class SimulatedMemory implements DeviceMemory {
    private static final int MAIN = 0;
    private static final long ALIGNMENT = 64;
    private static final int ADDRESS_BITS = 46;

    /** The longest time that a copy may take: three years. */
    private static final double MOST_NANOS = 1e17;

    private final Machine machine;
    private final int index;
    private final MemoryDescription description;
    private final CopyEngines engines;
    private final EventClock clock;
    private final DeviceThread thread;
    private final boolean executes;
    private final Chunks chunks = new Chunks();
    private final HandingOver handingOver = new HandingOver();
    private final Map<Long, Arena> arenas = new HashMap<>();
    private long nextAddress;
    private long used;

    SimulatedMemory(Machine machine, int index, CopyEngines engines, DeviceThread thread, Conditions conditions) {
        this.machine = machine;
        this.index = index;
        description = machine.memories().get(index);
        this.engines = engines;
        this.thread = thread;
        clock = conditions.clock();
        executes = conditions.executes();
        nextAddress = (long) index << ADDRESS_BITS;
    }

    /** Whether it belongs to a device. */
    boolean isDevice() {
        return description.device();
    }

    /** Returns the thread whose time is spent when this memory is used. */
    DeviceThread thread() {
        return thread;
    }

    @Override
    public String name() {
        return description.name();
    }

    @Override
    public long capacity() {
        return description.bytes();
    }

    @Override
    public MemorySegment allocate(long bytes) {
        if (bytes > description.bytes() - used) {
            return null;
        }
        MemorySegment segment = executes ? take(bytes) : address(bytes);
        used += bytes;
        if (description.device()
                && chunks.take(segment.address(), bytes)
                && machine.costs().deviceAllocation() > 0) {
            thread.spendOnMemory(machine.costs().deviceAllocation());
        }
        return segment;
    }

    private MemorySegment take(long bytes) {
        Arena arena = Arena.ofShared();
        MemorySegment segment = arena.allocate(bytes, ALIGNMENT);
        arenas.put(segment.address(), arena);
        return segment;
    }

    @SuppressWarnings("restricted") // nobody touches it
    private MemorySegment address(long bytes) {
        MemorySegment segment = MemorySegment.ofAddress(nextAddress).reinterpret(bytes);
        nextAddress += (bytes + ALIGNMENT - 1) & -ALIGNMENT;
        return segment;
    }

    @Override
    public void free(MemorySegment memory) {
        used -= memory.byteSize();
        if (description.device()
                && chunks.giveBack(memory.address(), memory.byteSize())
                && machine.costs().deviceFree() > 0) {
            thread.spendOnMemory(machine.costs().deviceFree());
            thread.waitUntil(engines.expectedRest());
        }
        Arena arena = arenas.remove(memory.address());
        if (arena != null) {
            arena.close();
        }
    }

    @Override
    public Transfer copyIn(List<BufferCopy> copies) {
        return begin(MAIN, index, copies, this);
    }

    @Override
    public Transfer copyOut(List<BufferCopy> copies) {
        return begin(index, MAIN, copies, this);
    }

    @Override
    public boolean reaches(DeviceMemory peer) {
        return peer instanceof SimulatedMemory other
                && other.engines == engines
                && engines.way(index, other.index) != null;
    }

    @Override
    public Transfer copyTo(DeviceMemory peer, List<BufferCopy> copies) {
        if (!reaches(peer)) {
            throw new IllegalArgumentException(name() + " does not reach " + peer.name());
        }
        SimulatedMemory other = (SimulatedMemory) peer;
        return begin(index, other.index, copies, other);
    }

    /** Begins a copy, which the thread of one of its ends hands to the device. */
    private Transfer begin(int from, int to, List<BufferCopy> copies, SimulatedMemory handler) {
        long bytes = copies.stream().mapToLong(copy -> copy.shape().bytes()).sum();
        SimulatedTransfer transfer = new SimulatedTransfer(executes ? copies : List.of());
        if (bytes == 0 || !machine.costs().transfers()) {
            transfer.end();
            return transfer;
        }
        requirePossible(from, to, bytes);
        Runnable start = () -> engines.submit(from, to, bytes, transfer::end);
        long time = handler.description.device()
                ? handler.thread.spend(machine.costs().queueing())
                : handler.thread.free();
        if (time <= clock.nanoTime()) {
            start.run();
        } else if (handler.description.device()) {
            boolean arrives = to == handler.index;
            handler.handingOver.ask(arrives, arrives ? from : to, start);
            clock.at(time, handler.handingOver::next);
        } else {
            clock.at(time, start);
        }
        return transfer;
    }

    private void requirePossible(int from, int to, long bytes) {
        double nanos = machine.network().mostNanosAlone(engines.way(from, to), bytes);
        if (nanos > MOST_NANOS) {
            throw new IllegalStateException("machine file " + machine.source() + ": a copy of " + bytes + " bytes from "
                    + machine.memories().get(from).name() + " to "
                    + machine.memories().get(to).name() + " takes " + nanos + " ns; the most is " + MOST_NANOS
                    + " ns: give its links more bandwidth, or simulate less data");
        }
    }

    @Override
    public long expectedNanos(DeviceMemory peer, long bytes) {
        return expectedNanos(index, peer == null ? MAIN : ((SimulatedMemory) peer).index, bytes);
    }

    @Override
    public long expectedNanosFromMain(long bytes) {
        return expectedNanos(MAIN, index, bytes);
    }

    private long expectedNanos(int from, int to, long bytes) {
        return machine.costs().transfers()
                ? Math.round(Math.min(MOST_NANOS, engines.way(from, to).nanosAlone(bytes)))
                : 0;
    }

    @Override
    public boolean hasOwnLink(DeviceMemory peer) {
        return engines.way(index, ((SimulatedMemory) peer).index).links().length == 1;
    }

    @Override
    public void close() {
        arenas.values().forEach(Arena::close);
        arenas.clear();
    }
}
