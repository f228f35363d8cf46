package org.asterism.driver.cuda.internal.memory;

import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import org.asterism.driver.cuda.internal.library.CudaContext;
import org.asterism.driver.cuda.internal.library.CudaLibrary;
import org.asterism.kit.device.CompletionWatch;
import org.asterism.kit.device.CopyRectangles;
import org.asterism.kit.device.CopyRectangles.Rectangle;
import org.asterism.kit.device.Staging;
import org.asterism.spi.driver.BufferCopy;
import org.asterism.spi.driver.Transfer;
import org.asterism.spi.thread.BackgroundThread;

/**
 * A stream for copies between main memory and a device, in one direction.
 *
 * <p>If the main memory is pinned, the thread that begins a copy puts it into the stream itself. A thread of the lane
 * copies other memory, through pinned chunks, because the driver's own functions would block the caller until the
 * device is done. That thread starts with the first such copy.
 */
final class CopyLane implements AutoCloseable {
    enum Direction {
        IN,
        OUT
    }

    /** As large as it takes to reach the bus's speed, and small enough for the first to be on its way soon. */
    private static final long CHUNK_BYTES = 2L << 20;

    private static final int CHUNKS = 4;

    /** A buffer of a copy, with its rectangles. */
    private record Part(MemorySegment from, MemorySegment to, List<Rectangle> rectangles) {}

    private record Job(List<Part> parts, CudaTransfer transfer) {}

    private final CudaContext context;
    private final CudaLibrary library;
    private final Direction direction;
    private final long mostPitch;
    private final long stream;
    private final CompletionWatch watch;
    private final Staging staging;
    private final Queue<Job> jobs = new ArrayDeque<>();
    private Thread thread;
    private boolean closed;

    CopyLane(CudaContext context, Direction direction, long mostPitch) {
        this.context = context;
        this.library = context.library();
        this.direction = direction;
        this.mostPitch = mostPitch;
        this.stream = context.ask(library::createStream);
        this.watch = new CompletionWatch(threadName("waits"), () -> library.setCurrent(context.handle()));
        this.staging = new Staging(
                new Staging.PinnedMemory() {
                    @Override
                    public MemorySegment allocate(long bytes) {
                        return library.allocateHost(bytes);
                    }

                    @Override
                    public void free(MemorySegment memory) {
                        context.giveBack("pinned memory", () -> library.freeHost(memory));
                    }
                },
                CHUNK_BYTES,
                CHUNKS);
    }

    private String threadName(String does) {
        return "asterism " + context.name() + " " + does + " " + (direction == Direction.IN ? "in" : "out");
    }

    /** Begins to copy. */
    Transfer begin(List<BufferCopy> copies) {
        CudaTransfer transfer = new CudaTransfer(context, watch);
        try {
            List<Part> parts = parts(copies);
            if (parts.isEmpty()) {
                return Transfer.FINISHED;
            }
            if (context.ask(() -> arePinned(parts) ? 1 : 0) != 0) {
                context.within(() -> enqueue(parts, transfer));
            } else {
                handOver(new Job(parts, transfer));
            }
        } catch (RuntimeException | Error failed) {
            transfer.ended(failed);
        }
        return transfer;
    }

    private List<Part> parts(List<BufferCopy> copies) {
        List<Part> parts = new ArrayList<>(copies.size());
        for (BufferCopy copy : copies) {
            List<Rectangle> rectangles = CopyRectangles.of(copy, mostPitch);
            if (!rectangles.isEmpty()) {
                parts.add(new Part(copy.from().segment(), copy.to().segment(), rectangles));
            }
        }
        return parts;
    }

    private boolean arePinned(List<Part> parts) {
        for (Part part : parts) {
            MemorySegment host = direction == Direction.IN ? part.from : part.to;
            if (!library.isPinned(host.address())
                    || !library.isPinned(host.address() + Math.max(0, host.byteSize() - 1))) {
                return false;
            }
        }
        return true;
    }

    private void enqueue(List<Part> parts, CudaTransfer transfer) {
        for (Part part : parts) {
            for (Rectangle rectangle : part.rectangles) {
                copy(rectangle, part.from.address(), part.to.address());
            }
        }
        transfer.recorded(record());
    }

    private void copy(Rectangle rectangle, long from, long to) {
        if (direction == Direction.IN) {
            library.copyIn(rectangle, from, to, stream);
        } else {
            library.copyOut(rectangle, from, to, stream);
        }
    }

    private long record() {
        return context.recordedEvent(stream);
    }

    private void handOver(Job job) {
        synchronized (this) {
            if (closed) {
                throw new IllegalStateException("the memory of " + context.name() + " is closed");
            }
            if (thread == null) {
                Thread starting = new BackgroundThread(threadName("copies"), this::work);
                starting.start(); // may throw if there is no memory for it
                thread = starting;
            }
            jobs.add(job);
            notifyAll();
        }
    }

    private void work() {
        try {
            library.setCurrent(context.handle());
        } catch (RuntimeException failed) {
            // Every copy will say so.
            System.getLogger(CopyLane.class.getName())
                    .log(System.Logger.Level.DEBUG, threadName("copies") + " has no context: " + failed);
        }
        for (Job next = take(); next != null; next = take()) {
            run(next);
        }
        staging.close();
    }

    private Job take() {
        Job next = takeNow();
        if (next != null) {
            return next;
        }
        // What came out last waits in its chunks until something else comes, or nothing does.
        staging.drain();
        synchronized (this) {
            while (jobs.isEmpty() && !closed) {
                try {
                    wait();
                } catch (InterruptedException stray) {
                    // Nobody has reason to interrupt this thread, and copies that were begun have to be ended.
                    continue;
                }
            }
            return jobs.poll();
        }
    }

    private synchronized Job takeNow() {
        return jobs.poll();
    }

    private void run(Job job) {
        if (direction == Direction.OUT) {
            bringOut(job);
            return;
        }
        try {
            for (Part part : job.parts) {
                staging.in(part.from, part.rectangles, (chunk, piece) -> {
                    library.copyIn(piece, chunk.address(), part.to.address(), stream);
                    return awaited(record());
                });
            }
            job.transfer.recorded(record());
        } catch (Exception | Error failed) {
            job.transfer.ended(failed);
        }
    }

    private void bringOut(Job job) {
        Arrivals arrivals = new Arrivals(job.parts.size(), job.transfer);
        for (Part part : job.parts) {
            staging.out(
                    part.to,
                    part.rectangles,
                    (chunk, piece) -> {
                        library.copyOut(piece, part.from.address(), chunk.address(), stream);
                        return awaited(record());
                    },
                    arrivals::arrived);
        }
    }

    private CompletionWatch.Event awaited(long event) {
        return () -> {
            try {
                library.awaitEvent(event);
            } finally {
                context.giveBackEvent(event);
            }
        };
    }

    /** Counts the buffers of a transfer that have reached main memory. Only the lane's thread uses it. */
    private static final class Arrivals {
        private final CudaTransfer transfer;
        private int left;
        private Throwable failure;

        Arrivals(int buffers, CudaTransfer transfer) {
            this.left = buffers;
            this.transfer = transfer;
        }

        void arrived(Throwable thrown) {
            if (failure == null) {
                failure = thrown;
            }
            if (--left == 0) {
                transfer.ended(failure);
            }
        }
    }

    /** Whether one of the lane's own threads asks, as it does within the word that a copy has ended. */
    boolean isOwnThread() {
        return watch.isOwnThread() || isCopyingThread();
    }

    private synchronized boolean isCopyingThread() {
        return Thread.currentThread() == thread;
    }

    /** Waits for all copies, and ends the threads; on any thread but the lane's own. */
    @Override
    public void close() {
        Thread ending;
        synchronized (this) {
            closed = true;
            notifyAll();
            ending = thread;
        }
        boolean interrupted = false;
        while (ending != null && ending.isAlive()) {
            try {
                ending.join();
            } catch (InterruptedException later) {
                interrupted = true; // it still uses the stream
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        watch.close();
        context.giveBack("a stream", () -> library.destroyStream(stream));
    }
}
