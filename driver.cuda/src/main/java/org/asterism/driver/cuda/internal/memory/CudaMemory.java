package org.asterism.driver.cuda.internal.memory;

import java.lang.foreign.MemorySegment;
import java.util.List;
import org.asterism.driver.cuda.internal.library.CudaContext;
import org.asterism.driver.cuda.internal.library.CudaFailure;
import org.asterism.driver.cuda.internal.library.CudaLibrary;
import org.asterism.kit.device.CompletionWatch;
import org.asterism.kit.device.CopyRectangles;
import org.asterism.kit.device.CopyRectangles.Rectangle;
import org.asterism.kit.device.UntouchableMemory;
import org.asterism.spi.driver.BufferCopy;
import org.asterism.spi.driver.DeviceMemory;
import org.asterism.spi.driver.Transfer;
import org.asterism.spi.thread.BackgroundThread;

/** The memory of a device, for one runtime. Copies in, out, and to other devices each have their own stream. */
public final class CudaMemory implements DeviceMemory {
    private static final System.Logger LOG = System.getLogger(CudaMemory.class.getName());

    private final CudaContext context;
    private final CudaLibrary library;
    private final long capacity;
    private final long mostPitch;
    private final Runnable whenClosed;
    private final MemoryPool pool;
    private final CopyLane in;
    private final CopyLane out;
    private final long peerStream;
    private final CompletionWatch peerWatch;

    /**
     * Opens a device's memory.
     *
     * @param context the device
     * @param capacity the part of its memory that may be used, in bytes
     * @param whenClosed is run when nothing is left of it
     */
    public CudaMemory(CudaContext context, long capacity, Runnable whenClosed) {
        this.context = context;
        this.library = context.library();
        this.capacity = capacity;
        this.whenClosed = whenClosed;
        this.mostPitch = library.deviceAttribute(CudaLibrary.MOST_PITCH, context.device());
        this.pool = new MemoryPool(new DeviceSource(context), capacity);
        this.in = new CopyLane(context, CopyLane.Direction.IN, mostPitch);
        this.out = new CopyLane(context, CopyLane.Direction.OUT, mostPitch);
        this.peerStream = context.ask(library::createStream);
        this.peerWatch = new CompletionWatch(
                "asterism " + context.name() + " waits for peers", () -> library.setCurrent(context.handle()));
    }

    /**
     * Chunks of a device's memory.
     *
     * @param context the device
     */
    public record DeviceSource(CudaContext context) implements MemoryPool.Source {
        @Override
        public long take(long bytes) {
            try {
                return context.ask(() -> context.library().allocate(bytes));
            } catch (CudaFailure failed) {
                if (failed.error() == CudaFailure.OUT_OF_MEMORY) {
                    return 0;
                }
                throw failed;
            }
        }

        @Override
        public void giveBack(long address) {
            context.giveBack("memory", () -> context.library().free(address));
        }
    }

    @Override
    public String name() {
        return context.name();
    }

    @Override
    public long capacity() {
        return capacity;
    }

    @Override
    public MemorySegment allocate(long bytes) {
        if (bytes <= 0) {
            throw new IllegalArgumentException(bytes + " bytes of memory " + name() + ": ask for more than 0");
        }
        long address = pool.allocate(bytes);
        if (address == 0) {
            LOG.log(
                    System.Logger.Level.DEBUG,
                    () -> "driver.cuda: CUDA_ERROR_OUT_OF_MEMORY on " + name() + ": asked for " + bytes + " bytes, of "
                            + capacity + " are " + pool.used() + " in use, " + pool.taken()
                            + " were taken from the device");
            return null;
        }
        return UntouchableMemory.at(address, bytes);
    }

    @Override
    public void free(MemorySegment memory) {
        if (!pool.free(memory.address(), memory.byteSize())) {
            throw new IllegalArgumentException("memory " + name() + " has not handed out " + memory.byteSize()
                    + " bytes at 0x" + Long.toHexString(memory.address())
                    + ", or has them back: give back what allocate returned, once");
        }
    }

    @Override
    public Transfer copyIn(List<BufferCopy> copies) {
        return in.begin(copies);
    }

    @Override
    public Transfer copyOut(List<BufferCopy> copies) {
        return out.begin(copies);
    }

    @Override
    public boolean reaches(DeviceMemory peer) {
        if (!(peer instanceof CudaMemory other)
                || other.library != library
                || other.context.device() == context.device()
                || !library.canAccessPeer(context.device(), other.context.device())) {
            return false;
        }
        try {
            context.within(() -> library.enablePeerAccess(other.context.handle()));
            return true;
        } catch (RuntimeException failed) {
            LOG.log(
                    System.Logger.Level.INFO,
                    "driver.cuda: " + name() + " copies to " + peer.name() + " through main memory: " + failed);
            return false;
        }
    }

    @Override
    public boolean hasOwnLink(DeviceMemory peer) {
        return peer instanceof CudaMemory other && library.hasOwnLink(context.device(), other.context.device());
    }

    @Override
    public Transfer copyTo(DeviceMemory peer, List<BufferCopy> copies) {
        if (!(peer instanceof CudaMemory other)) {
            throw new UnsupportedOperationException(name() + " does not reach " + peer.name());
        }
        CudaTransfer transfer = new CudaTransfer(context, peerWatch);
        try {
            context.within(() -> {
                for (BufferCopy copy : copies) {
                    for (Rectangle rectangle : CopyRectangles.of(copy, mostPitch)) {
                        library.copyPeer(
                                rectangle,
                                copy.from().segment().address(),
                                context.handle(),
                                copy.to().segment().address(),
                                other.context.handle(),
                                peerStream);
                    }
                }
                transfer.recorded(context.recordedEvent(peerStream));
            });
        } catch (RuntimeException failed) {
            transfer.ended(failed);
        }
        return transfer;
    }

    /** A lane that tells of its last copy may be what ends the memory thereby, and cannot wait for itself. */
    @Override
    public void close() {
        if (in.isOwnThread() || out.isOwnThread() || peerWatch.isOwnThread()) {
            new BackgroundThread("asterism " + name() + " closes", this::end).start();
        } else {
            end();
        }
    }

    private void end() {
        in.close();
        out.close();
        peerWatch.close();
        context.giveBack("a stream", () -> library.destroyStream(peerStream));
        long left = pool.used();
        pool.close();
        whenClosed.run();
        if (left > 0 && !context.isLost()) {
            throw new IllegalStateException(
                    "memory " + name() + " is closed with " + left + " bytes that were not given back");
        }
    }

    @Override
    public String toString() {
        return name();
    }
}
