package org.asterism.driver.remote.internal;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.asterism.kit.remote.Endpoint;
import org.asterism.spi.remote.Link;
import org.asterism.spi.remote.Receiver;
import org.asterism.spi.remote.Transport;

/** Two ends of a link within one virtual machine. A thread per end delivers what the other end has sent. */
final class LinkPair {
    /** One end. */
    final class End implements Link {
        private record Item(ByteBuffer head, List<MemorySegment> body, Runnable sent) {}

        private final String name;
        private final Queue<Item> inbox = new ArrayDeque<>();
        private End other;
        private Receiver receiver;
        private boolean hasEnded;
        private boolean isClosed;
        private volatile boolean isDelivering;
        private String reason;

        End(String name) {
            this.name = name;
        }

        @Override
        public void send(ByteBuffer head, List<MemorySegment> body, Runnable sent) {
            ByteBuffer copy =
                    ByteBuffer.allocate(head.remaining()).put(head.duplicate()).flip();
            if (!other.take(new Item(copy, List.copyOf(body), sent))) {
                sent.run();
            }
        }

        private synchronized boolean take(Item item) {
            if (hasEnded) {
                return false;
            }
            inbox.add(item);
            notifyAll();
            return true;
        }

        /** Nothing more comes in. */
        private synchronized void end(String why, List<Runnable> dropped, boolean drop) {
            hasEnded = true;
            reason = reason == null ? why : reason;
            if (drop) {
                inbox.forEach(item -> dropped.add(item.sent()));
                inbox.clear();
            }
            notifyAll();
        }

        @Override
        public String peer() {
            return other.name;
        }

        @Override
        public void close() {
            LinkPair.this.end(this, "closed by " + name, false);
        }

        private synchronized Item next() throws InterruptedException {
            while (inbox.isEmpty() && !hasEnded) {
                wait();
            }
            return inbox.poll();
        }

        private void deliver() {
            try {
                for (Item item = next(); item != null; item = next()) {
                    try {
                        deliver(item);
                    } catch (RuntimeException refused) {
                        LinkPair.this.end(this, "error: " + refused.getMessage(), true);
                    }
                }
            } catch (InterruptedException ended) {
                throw new IllegalStateException(ended);
            }
            receiver.closed(this, reason);
            synchronized (this) {
                isClosed = true;
            }
        }

        /** Whether a body has come and waits for the gate. */
        boolean isDelivering() {
            return isDelivering;
        }

        /** Whether nothing more comes in. */
        synchronized boolean hasEnded() {
            return hasEnded;
        }

        /** Whether the receiver knows of the end. */
        synchronized boolean isClosed() {
            return isClosed;
        }

        private void deliver(Item item) throws InterruptedException {
            try {
                long bytes =
                        item.body().stream().mapToLong(MemorySegment::byteSize).sum();
                List<MemorySegment> targets = receiver.head(this, item.head(), bytes);
                if (bytes > 0) {
                    isDelivering = true;
                    gate.await();
                    isDelivering = false;
                    if (isCut) {
                        throw new IllegalStateException("cut within a message");
                    }
                    copy(item.body(), targets);
                    LinkPair.this.bytes.addAndGet(bytes);
                    receiver.body(this);
                }
            } finally {
                item.sent().run();
            }
        }
    }

    private final End first;
    private final End second;
    private volatile boolean isCut;

    /** Bodies wait for it before they are delivered. */
    private volatile CountDownLatch gate = new CountDownLatch(0);

    private final AtomicLong bytes = new AtomicLong();

    private LinkPair(String nameOfFirst, String nameOfSecond) {
        first = new End(nameOfFirst);
        second = new End(nameOfSecond);
        first.other = second;
        second.other = first;
    }

    /** Connects two receivers. The first has listened, if it is an endpoint's. */
    static LinkPair open(String nameOfFirst, Receiver receiverOfFirst, String nameOfSecond, Receiver receiverOfSecond) {
        LinkPair pair = new LinkPair(nameOfFirst, nameOfSecond);
        pair.start(pair.first, receiverOfFirst);
        pair.start(pair.second, receiverOfSecond);
        return pair;
    }

    /** Lets a member connect to a coordinator. */
    static LinkPair connect(Endpoint coordinator, Receiver member, String nameOfMember) {
        return connect("coordinator:1", coordinator, nameOfMember, member, new CountDownLatch(0));
    }

    /** Lets one side connect to another one that listens; bodies wait for a gate. */
    static LinkPair connect(
            String nameOfListener, Transport.Acceptor listener, String name, Receiver receiver, CountDownLatch gate) {
        LinkPair pair = new LinkPair(nameOfListener, name);
        pair.gate = gate;
        pair.start(pair.first, listener.accepted(pair.first));
        pair.start(pair.second, receiver);
        return pair;
    }

    /** Returns the number of bytes of all bodies that were delivered, both ways. */
    long bytes() {
        return bytes.get();
    }

    private void start(End end, Receiver receiver) {
        end.receiver = receiver;
        Thread thread = new Thread(end::deliver, "link-of-" + end.name);
        thread.setDaemon(true);
        thread.start();
    }

    End first() {
        return first;
    }

    End second() {
        return second;
    }

    /** Cuts the link, as when the other machine loses its power: what is under way is lost. */
    void cut() {
        isCut = true;
        end(first, "connection reset", true);
    }

    private void end(End by, String why, boolean drop) {
        List<Runnable> dropped = new ArrayList<>();
        by.end(why, dropped, true);
        by.other.end(why, dropped, drop);
        dropped.forEach(Runnable::run);
    }

    private static void copy(List<MemorySegment> from, List<MemorySegment> to) {
        int target = 0;
        long at = 0;
        for (MemorySegment piece : from) {
            for (long done = 0; done < piece.byteSize(); ) {
                MemorySegment into = to.get(target);
                long bytes = Math.min(piece.byteSize() - done, into.byteSize() - at);
                MemorySegment.copy(piece, done, into, at, bytes);
                done += bytes;
                at += bytes;
                if (at == into.byteSize()) {
                    target++;
                    at = 0;
                }
            }
        }
    }
}
