package org.asterism.driver.remote.internal;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.asterism.kit.remote.Message;
import org.asterism.kit.remote.MessageCodec;
import org.asterism.spi.remote.Link;
import org.asterism.spi.remote.Receiver;

/** A link to a peer that takes nothing: what is sent waits until it is closed. The test says what the peer says. */
final class StalledLink implements Link {
    private final List<Message> messages = new ArrayList<>();
    private final List<Runnable> waiting = new ArrayList<>();
    private Runnable whenSending = () -> {};
    private boolean isClosed;
    private boolean isSlow;

    @Override
    public void send(ByteBuffer head, List<MemorySegment> body, Runnable sent) {
        synchronized (this) {
            whenSending.run();
            if (!isClosed) {
                messages.add(MessageCodec.decode(head));
                waiting.add(sent);
                return;
            }
        }
        sent.run();
    }

    @Override
    public String peer() {
        return "stalled:1";
    }

    @Override
    public void close() {
        synchronized (this) {
            isClosed = true;
            if (isSlow) {
                return;
            }
        }
        drop();
    }

    /** From now on, the transport still reads memory after the link was closed, until {@link #drop}. */
    synchronized void beSlow() {
        isSlow = true;
    }

    /** Nothing is sent any more. */
    void drop() {
        List<Runnable> dropped;
        synchronized (this) {
            dropped = List.copyOf(waiting);
            waiting.clear();
        }
        dropped.forEach(Runnable::run);
    }

    /** Runs something before each message that is sent. */
    synchronized void whenSending(Runnable action) {
        whenSending = action;
    }

    synchronized boolean isClosed() {
        return isClosed;
    }

    /** Returns what was sent of a kind. */
    synchronized <M extends Message> List<M> sent(Class<M> kind) {
        return messages.stream().filter(kind::isInstance).map(kind::cast).toList();
    }

    /** Lets the peer say something. */
    List<MemorySegment> deliver(Receiver receiver, Message message, long bytes) {
        return receiver.head(this, MessageCodec.encode(message), bytes);
    }
}
