package org.asterism.core.internal.testing;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import org.asterism.api.data.Buffer;
import org.asterism.api.data.BufferShape;
import org.asterism.spi.driver.BufferCopy;
import org.asterism.spi.driver.DeviceMemory;
import org.asterism.spi.driver.Transfer;

/**
 * The memory of a {@link HandDevice}: one range of addresses in which the first gap that is large enough is taken, so
 * that it can be cut up as real memory is. Copies end when they are begun unless the test holds them; their bytes move
 * when they end.
 *
 * <p>For any thread.
 */
public final class HandMemory implements DeviceMemory {
    private final HandDevice device;
    private final long capacity;
    private final MemorySegment range;
    private final TreeMap<Long, Long> taken = new TreeMap<>();
    private final List<Copy> underWay = new ArrayList<>();
    private boolean holding;
    private boolean refusesToTell;
    private boolean closed;
    private Thread closedBy;
    private volatile Runnable beforeAllocation = () -> {};
    private long used;
    private long mostUsed;
    /** What all runtimes use of the device together; no limit unless the test says so. */
    private volatile AtomicLong usedByAll = new AtomicLong(Long.MIN_VALUE);

    /** How often somebody has to ask whether a copy has arrived that has ended. */
    private int arrivals;

    HandMemory(HandDevice device, long capacity) {
        this.device = device;
        this.capacity = capacity;
        range = Arena.ofAuto().allocate(capacity, 64);
        range.fill((byte) 0x5a); // who reads what nobody wrote shall notice
    }

    // What the test does.

    /** Holds the copies that are begun from now on until the test ends them. */
    public synchronized void hold() {
        holding = true;
    }

    /** Has the data of copies that have ended arrive when somebody has asked for that so many times. */
    public synchronized void arriveWhenAsked(int times) {
        arrivals = times;
    }

    /** How often somebody has to ask still until all data have arrived. */
    public synchronized int arrivals() {
        return arrivals;
    }

    /** Refuses from now on to tell the ends of copies. */
    public synchronized void refuseToTell() {
        refusesToTell = true;
    }

    /**
     * Has something done whenever memory is asked for, by whoever asks: nothing else can be asked of any memory
     * meanwhile.
     */
    public void beforeAllocation(Runnable work) {
        beforeAllocation = work;
    }

    /** Has it count together with other memories, those of other runtimes, which have the same room. */
    public void sharesRoom(AtomicLong counted) {
        usedByAll = counted;
    }

    private boolean takeRoom(long bytes) {
        long before = usedByAll.get();
        while (before + bytes <= capacity) {
            if (usedByAll.compareAndSet(before, before + bytes)) {
                return true;
            }
            before = usedByAll.get();
        }
        return false;
    }

    /** Which thread has closed it; null if none has. */
    public synchronized Thread closedBy() {
        return closedBy;
    }

    /** How many copies are under way. */
    public synchronized int copiesUnderWay() {
        return underWay.size();
    }

    /** Has one of the copies end that are under way, if there is one. */
    public boolean endAnyCopy(Random random) {
        Copy copy;
        synchronized (this) {
            copy = underWay.isEmpty() ? null : underWay.remove(random.nextInt(underWay.size()));
        }
        if (copy != null) {
            copy.end();
        }
        return copy != null;
    }

    /** Has all copies end that are under way, and holds none any more; whether there were any. */
    public boolean release() {
        List<Copy> ending;
        synchronized (this) {
            holding = false;
            ending = List.copyOf(underWay);
            underWay.clear();
        }
        ending.forEach(Copy::end);
        return !ending.isEmpty();
    }

    /** Has all copies fail that are under way, and holds none any more. */
    public void fail(IOException why) {
        List<Copy> failing;
        synchronized (this) {
            holding = false;
            failing = List.copyOf(underWay);
            underWay.clear();
            failing.forEach(copy -> copy.failure = why);
        }
        failing.forEach(Copy::tell);
    }

    public synchronized long used() {
        return used;
    }

    public synchronized long mostUsed() {
        return mostUsed;
    }

    public synchronized boolean isClosed() {
        return closed;
    }

    void tellAll() {
        List<Copy> told;
        synchronized (this) {
            told = List.copyOf(underWay);
            underWay.clear();
        }
        told.forEach(Copy::tell);
    }

    // What the core does.

    @Override
    public String name() {
        return device.name();
    }

    @Override
    public long capacity() {
        return capacity;
    }

    @Override
    public long largestAllocation() {
        return Math.min(capacity, device.mostInOnePiece());
    }

    @Override
    public MemorySegment allocate(long bytes) {
        beforeAllocation.run();
        device.refuseIfLost();
        synchronized (this) {
            long begin = 0;
            for (Map.Entry<Long, Long> block : taken.entrySet()) {
                if (block.getKey() - begin >= bytes) {
                    break;
                }
                begin = block.getKey() + block.getValue();
            }
            if (begin + bytes > capacity || !takeRoom(bytes)) {
                return null;
            }
            taken.put(begin, bytes);
            used += bytes;
            mostUsed = Math.max(mostUsed, used);
            return range.asSlice(begin, bytes);
        }
    }

    @Override
    public void free(MemorySegment memory) {
        synchronized (this) {
            Long bytes = taken.remove(memory.address() - range.address());
            if (bytes == null || bytes != memory.byteSize()) {
                throw new IllegalStateException("memory that was not taken, or was given back, is given back");
            }
            used -= bytes;
            usedByAll.addAndGet(-bytes);
        }
        device.refuseIfLost();
    }

    @Override
    public Transfer copyIn(List<BufferCopy> copies) {
        return begin(copies);
    }

    @Override
    public Transfer copyOut(List<BufferCopy> copies) {
        return begin(copies);
    }

    @Override
    public boolean reaches(DeviceMemory peer) {
        return device.reachesPeers() && peer instanceof HandMemory;
    }

    @Override
    public Transfer copyTo(DeviceMemory peer, List<BufferCopy> copies) {
        return begin(copies);
    }

    private Transfer begin(List<BufferCopy> copies) {
        device.refuseIfLost();
        Copy copy = new Copy(copies);
        synchronized (this) {
            if (holding) {
                underWay.add(copy);
                return copy;
            }
        }
        copy.end();
        return copy;
    }

    @Override
    public synchronized void close() {
        if (closed || !device.isLost() && used > 0) {
            throw new IllegalStateException(name() + " is closed twice, or with " + used + " bytes in use");
        }
        closedBy = Thread.currentThread();
        closed = true;
    }

    private final class Copy implements Transfer {
        private final List<BufferCopy> copies;
        private Runnable wake;
        private boolean ended;
        private IOException failure;

        Copy(List<BufferCopy> copies) {
            this.copies = copies;
        }

        void end() {
            if (device.isLost()) { // its memory on the other side may serve other data by now
                tell();
                return;
            }
            copies.forEach(copy -> copy(copy.shape(), 0, copy.from(), 0, copy.to(), 0));
            synchronized (HandMemory.this) {
                ended = true;
            }
            tell();
        }

        void tell() {
            Runnable told;
            synchronized (HandMemory.this) {
                told = wake;
                wake = null;
            }
            if (told != null) {
                told.run();
            }
        }

        @Override
        public boolean isFinished() throws IOException {
            synchronized (HandMemory.this) {
                if (failure != null) {
                    throw failure;
                }
                if (ended) {
                    return true;
                }
            }
            device.refuseIfLost();
            return false;
        }

        @Override
        public boolean hasArrived() throws IOException {
            synchronized (HandMemory.this) {
                return isFinished() && (arrivals == 0 || --arrivals == 0);
            }
        }

        @Override
        public boolean whenFinished(Runnable given) {
            boolean lost = device.isLost();
            boolean now;
            synchronized (HandMemory.this) {
                if (refusesToTell) {
                    throw new IllegalStateException("no thread is left to wait for copies");
                }
                now = ended || failure != null || lost;
                wake = now ? null : given;
            }
            if (now) {
                given.run();
            }
            return true;
        }
    }

    private static void copy(BufferShape shape, int dimension, Buffer from, long fromByte, Buffer to, long toByte) {
        if (dimension == shape.dimensions()) {
            MemorySegment.copy(from.segment(), fromByte, to.segment(), toByte, shape.runBytes());
            return;
        }
        for (long index = 0; index < shape.count(dimension); index++) {
            long fromNext = fromByte + index * from.stride(dimension);
            copy(shape, dimension + 1, from, fromNext, to, toByte + index * to.stride(dimension));
        }
    }
}
