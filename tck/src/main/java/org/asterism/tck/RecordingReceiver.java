package org.asterism.tck;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.LongFunction;
import org.asterism.spi.remote.Link;
import org.asterism.spi.remote.Receiver;

/** Receiver that keeps what it gets, and what is wrong with the calls. */
final class RecordingReceiver implements Receiver {
    /**
     * A message.
     *
     * @param head its head
     * @param body its body, joined
     */
    record Received(byte[] head, byte[] body) {}

    private final List<Received> messages = new ArrayList<>();
    private final List<String> faults = new ArrayList<>();
    private final AtomicInteger inside = new AtomicInteger();
    private final AtomicInteger closings = new AtomicInteger();
    private final CountDownLatch arrived = new CountDownLatch(1);

    /** The memory for bodies. */
    private volatile LongFunction<List<MemorySegment>> memory =
            bytes -> List.of(Arena.ofAuto().allocate(bytes));

    /** What else a head, and a body, leads to. */
    private volatile Runnable atHead = () -> {};

    private volatile Runnable atBody = () -> {};
    private volatile boolean keepsBodies = true;
    private volatile Link link;
    private volatile String reason;
    private volatile long bytes;

    private byte[] head;
    private List<MemorySegment> pieces;

    RecordingReceiver memory(LongFunction<List<MemorySegment>> given) {
        memory = given;
        return this;
    }

    RecordingReceiver atHead(Runnable action) {
        atHead = action;
        return this;
    }

    RecordingReceiver atBody(Runnable action) {
        atBody = action;
        return this;
    }

    /** Only counts the bytes of bodies. */
    RecordingReceiver keepingNoBodies() {
        keepsBodies = false;
        return this;
    }

    @Override
    public List<MemorySegment> head(Link by, ByteBuffer given, long length) {
        enter(by);
        try {
            if (head != null) {
                fault("a head came before the body of the message before it");
            }
            byte[] copy = new byte[given.remaining()];
            given.get(copy);
            atHead.run();
            if (length == 0) {
                keep(copy, new byte[0]);
                return List.of();
            }
            head = copy;
            pieces = memory.apply(length);
            bytes += length;
            return pieces;
        } finally {
            leave();
        }
    }

    @Override
    public void body(Link by) {
        enter(by);
        try {
            if (head == null) {
                fault("a body came without a head");
                return;
            }
            byte[] of = head;
            head = null;
            keep(of, keepsBodies ? joined(pieces) : new byte[0]);
            atBody.run();
        } finally {
            leave();
        }
    }

    @Override
    public void closed(Link by, String why) {
        enter(by);
        try {
            reason = why;
            if (why == null || why.isBlank()) {
                fault("no reason was given for the end of a link");
            }
            if (closings.incrementAndGet() > 1) {
                fault("the end of a link was told twice");
            }
        } finally {
            leave();
        }
    }

    private void enter(Link by) {
        if (inside.getAndIncrement() != 0) {
            fault("two threads called a receiver at the same time");
        }
        if (closings.get() > 0) {
            fault("a receiver was called after the end of its link");
        }
        if (link == null) {
            link = by;
            arrived.countDown();
        } else if (link != by) {
            fault("a receiver was called for another link");
        }
    }

    private void leave() {
        inside.decrementAndGet();
        synchronized (this) {
            notifyAll();
        }
    }

    private synchronized void keep(byte[] of, byte[] body) {
        messages.add(new Received(of, body));
    }

    private synchronized void fault(String text) {
        faults.add(text);
    }

    private static byte[] joined(List<MemorySegment> pieces) {
        long sum = pieces.stream().mapToLong(MemorySegment::byteSize).sum();
        byte[] all = new byte[Math.toIntExact(sum)];
        int at = 0;
        for (MemorySegment piece : pieces) {
            int length = (int) piece.byteSize();
            MemorySegment.copy(piece, ValueLayout.JAVA_BYTE, 0, all, at, length);
            at += length;
        }
        return all;
    }

    /** The link whose messages come here; given by its acceptor, or known from the first call. */
    Link link() {
        return link;
    }

    RecordingReceiver of(Link accepted) {
        link = accepted;
        arrived.countDown();
        return this;
    }

    Link awaitLink(Duration patience) throws InterruptedException {
        if (!arrived.await(patience.toMillis(), TimeUnit.MILLISECONDS)) {
            throw new AssertionError("the acceptor did not hear of a link within " + patience);
        }
        return link;
    }

    List<Received> awaitMessages(int count, Duration patience) throws InterruptedException {
        await(() -> messages.size() >= count, () -> messages.size() + " of " + count + " messages came", patience);
        synchronized (this) {
            return List.copyOf(messages);
        }
    }

    String awaitClosed(Duration patience) throws InterruptedException {
        await(() -> reason != null, () -> "a receiver was not told that its link is closed", patience);
        return reason;
    }

    private synchronized void await(
            BooleanSupplier condition, java.util.function.Supplier<String> otherwise, Duration patience)
            throws InterruptedException {
        long end = System.nanoTime() + patience.toNanos();
        while (!condition.getAsBoolean()) {
            long left = end - System.nanoTime();
            if (left <= 0) {
                throw new AssertionError(otherwise.get() + " within " + patience
                        + (reason == null ? "" : "; the link was closed: " + reason));
            }
            TimeUnit.NANOSECONDS.timedWait(this, left);
        }
    }

    boolean isClosed() {
        return reason != null;
    }

    /** The number of bytes of bodies whose heads have come. */
    long bytes() {
        return bytes;
    }

    synchronized List<String> faults() {
        return List.copyOf(faults);
    }
}
