package org.asterism.core.internal.coherence;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiConsumer;
import java.util.function.IntFunction;
import org.asterism.api.Clock;
import org.asterism.api.MemoryNode;
import org.asterism.api.data.Buffer;
import org.asterism.api.data.BufferShape;
import org.asterism.core.internal.links.Trials;
import org.asterism.spi.driver.BufferCopy;
import org.asterism.spi.driver.DeviceLostException;
import org.asterism.spi.driver.NativeMemory;
import org.asterism.spi.driver.Transfer;

/**
 * Makes trial copies, which measure the speed of links, on memory that the nodes lend. It makes them in the
 * {@link Seat}, at the same time as copies of data.
 *
 * <p>The memory is written first. Many systems map unwritten memory to a single page of zeros, and reading that page
 * would be far too fast.
 */
final class TrialCopies implements Trials {
    /** No more than this part of a memory with a limit is lent. */
    private static final int SHARE = 4;

    private static final long LONGEST_NANOS = TimeUnit.SECONDS.toNanos(10);

    /** Length of one wait for drivers that report the end of copies. */
    private static final long NAP_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    private final Seat seat;
    private final IntFunction<NodeMemory> nodes;
    private final BiConsumer<NodeMemory, DeviceLostException> losses;
    private final Clock clock;
    private volatile boolean stopped;

    /** A block of memory that a node lends. */
    private record Loan(NodeMemory node, NativeMemory.Block block, long bytes) {
        static Loan of(NodeMemory node, long bytes) {
            NativeMemory.Block block = node.lend(bytes);
            return block == null ? null : new Loan(node, block, bytes);
        }

        void giveBack() {
            node.takeBack(block, bytes);
        }

        Buffer buffer(BufferShape shape) {
            return Buffer.dense(block.segment().asSlice(0, bytes), shape);
        }
    }

    /**
     * Memory on both ends of a link, and in main memory, from where the content comes.
     *
     * @param origin block in main memory that holds the content; the same as one of the others if that is in main
     *     memory
     */
    private record Lease(Loan source, Loan target, Loan origin) {
        void giveBack() {
            source.giveBack();
            target.giveBack();
            if (origin != source && origin != target) {
                origin.giveBack();
            }
        }
    }

    TrialCopies(
            Seat seat, IntFunction<NodeMemory> nodes, BiConsumer<NodeMemory, DeviceLostException> losses, Clock clock) {
        this.seat = seat;
        this.nodes = nodes;
        this.losses = losses;
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
            lease.origin().block().segment().fill((byte) 1);
            if (lease.origin() != lease.source()) {
                lost = copy(lease.origin(), lease.source()) < 0;
            }
            long[] nanos = new long[times];
            for (int index = 0; index < times && !lost; index++) {
                if (Thread.interrupted()) {
                    throw new InterruptedException();
                }
                if (stopped) {
                    return null;
                }
                nanos[index] = copy(lease.source(), lease.target());
                lost = nanos[index] < 0;
            }
            if (lost) {
                throw new IllegalStateException("a trial copy has not ended after "
                        + TimeUnit.NANOSECONDS.toSeconds(LONGEST_NANOS) + " seconds; its memory is lost");
            }
            return new Outcome(lease.source().bytes(), nanos);
        } finally {
            if (!lost) {
                seat.post(lease::giveBack);
            }
        }
    }

    @Override
    public void stop() {
        stopped = true;
    }

    private Lease lease(NodeMemory from, NodeMemory to, long wanted) {
        if (from == null || to == null || from.leaving || to.leaving) {
            return null;
        }
        long bytes = Math.min(wanted, Math.min(share(from), share(to)));
        if (bytes <= 0) {
            return null;
        }
        List<Loan> loans = new ArrayList<>();
        for (NodeMemory node :
                from.isMain() || to.isMain() ? List.of(from, to) : List.of(from, to, nodes.apply(MemoryNode.MAIN))) {
            Loan loan = Loan.of(node, bytes);
            if (loan == null) {
                loans.forEach(Loan::giveBack);
                return null;
            }
            loans.add(loan);
        }
        Loan origin =
                loans.stream().filter(loan -> loan.node().isMain()).findFirst().orElseThrow();
        return new Lease(loans.get(0), loans.get(1), origin);
    }

    private static long share(NodeMemory node) {
        return Math.min(node.capacity() / SHARE, node.capacity() - node.used());
    }

    /** Copies, and says how long it took; less than 0 if it took too long and is still under way. */
    private long copy(Loan from, Loan to) throws Exception {
        BufferShape shape = new BufferShape(from.bytes(), 1);
        List<BufferCopy> copies = List.of(new BufferCopy(shape, from.buffer(shape), to.buffer(shape)));
        long begin = clock.nanoTime();
        try {
            Transfer transfer = seated(() -> Copier.begin(from.node(), to.node(), copies));
            return hasEnded(transfer, begin) ? clock.nanoTime() - begin : -1;
        } catch (DeviceLostException lost) {
            seat.post(() -> losses.accept(Copier.lostOf(from.node(), to.node(), lost), lost));
            throw lost;
        }
    }

    /**
     * Waits for a copy even if interrupted, as it uses the memory as long as it is under way; false if it takes too
     * long.
     */
    private boolean hasEnded(Transfer transfer, long begin) throws Exception {
        Thread waiting = Thread.currentThread();
        boolean tells = seated(() -> transfer.whenFinished(() -> LockSupport.unpark(waiting)));
        while (!seated(transfer::hasArrived)) {
            if (clock.nanoTime() - begin > LONGEST_NANOS) {
                return false;
            }
            if (tells && !seated(transfer::isFinished)) {
                LockSupport.parkNanos(this, NAP_NANOS);
            } else {
                Thread.yield(); // a nap would be longer than many copies
            }
        }
        return true;
    }

    /** Runs a short action in the seat. */
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
