package org.asterism.core.internal.coherence;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import org.asterism.api.Clock;
import org.asterism.api.data.Buffer;
import org.asterism.api.data.BufferShape;
import org.asterism.core.internal.data.NativeMemory;
import org.asterism.core.internal.links.Trials;
import org.asterism.spi.driver.BufferCopy;
import org.asterism.spi.driver.Transfer;

/** Makes trial copies in the {@link Seat}, beside those of data, on memory that the nodes lend. */
final class TrialCopies implements Trials {
    /** No more than this part of a memory with a limit is lent. */
    private static final int SHARE = 4;

    private static final long LONGEST_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final Seat seat;
    private final IntFunction<Node> nodes;
    private final Clock clock;
    private volatile boolean stopped;

    /** Memory on both ends of a link, and the node that each belongs to. */
    private record Lease(Node from, NativeMemory.Block source, Node to, NativeMemory.Block target, long bytes) {}

    TrialCopies(Seat seat, IntFunction<Node> nodes, Clock clock) {
        this.seat = seat;
        this.nodes = nodes;
        this.clock = clock;
    }

    @Override
    public Outcome copy(int from, int to, long bytes, int times) throws Exception {
        Lease lease = seated(() -> lease(nodes.apply(from), nodes.apply(to), bytes));
        if (lease == null) {
            return null;
        }
        boolean lost = false;
        try {
            BufferShape shape = new BufferShape(lease.bytes(), 1);
            List<BufferCopy> copies =
                    List.of(new BufferCopy(shape, buffer(lease.source(), shape), buffer(lease.target(), shape)));
            long[] nanos = new long[times];
            for (int index = 0; index < times; index++) {
                if (Thread.interrupted()) {
                    throw new InterruptedException();
                }
                if (stopped) {
                    return null;
                }
                long begin = clock.nanoTime();
                Transfer transfer = seated(() -> Transfers.begin(lease.from(), lease.to(), copies));
                lost = !hasEnded(transfer, begin);
                if (lost) {
                    throw new IllegalStateException("a trial copy has not ended after "
                            + TimeUnit.NANOSECONDS.toSeconds(LONGEST_NANOS) + " seconds; its memory is lost");
                }
                nanos[index] = clock.nanoTime() - begin;
            }
            return new Outcome(lease.bytes(), nanos);
        } finally {
            if (!lost) {
                seat.post(() -> giveBack(lease));
            }
        }
    }

    @Override
    public void stop() {
        stopped = true;
    }

    private static Buffer buffer(NativeMemory.Block block, BufferShape shape) {
        MemorySegment segment = block.segment().asSlice(0, shape.bytes());
        return Buffer.dense(segment, shape);
    }

    private static Lease lease(Node from, Node to, long wanted) {
        if (from == null || to == null || from.leaving || to.leaving) {
            return null;
        }
        long bytes = Math.min(wanted, Math.min(share(from), share(to)));
        if (bytes <= 0) {
            return null;
        }
        NativeMemory.Block source = from.lend(bytes);
        NativeMemory.Block target = source == null ? null : to.lend(bytes);
        if (source != null && target == null) {
            from.takeBack(source, bytes);
        }
        return target == null ? null : new Lease(from, source, to, target, bytes);
    }

    private static long share(Node node) {
        return Math.min(node.capacity() / SHARE, node.capacity() - node.used());
    }

    private static void giveBack(Lease lease) {
        lease.from().takeBack(lease.source(), lease.bytes());
        lease.to().takeBack(lease.target(), lease.bytes());
    }

    /** Waits for a copy even if interrupted, as it uses the memory as long as it is under way; false if it takes too long. */
    private boolean hasEnded(Transfer transfer, long begin) throws Exception {
        while (!seated(transfer::isFinished)) {
            if (clock.nanoTime() - begin > LONGEST_NANOS) {
                return false;
            }
            Thread.yield(); // a nap would be longer than many copies
        }
        return true;
    }

    /** Has something done in the seat, which does not take long. */
    private <T> T seated(Callable<T> work) throws Exception {
        CompletableFuture<T> done = new CompletableFuture<>();
        seat.post(() -> {
            try {
                done.complete(work.call());
            } catch (Exception | Error failed) {
                done.completeExceptionally(failed);
            }
        });
        try {
            return done.join();
        } catch (CompletionException failed) {
            if (failed.getCause() instanceof Exception cause) {
                throw cause;
            }
            throw failed;
        }
    }
}
