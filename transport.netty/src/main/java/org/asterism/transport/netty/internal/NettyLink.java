package org.asterism.transport.netty.internal;

import io.netty.channel.Channel;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import org.asterism.spi.remote.Link;

/** A link over a channel. */
final class NettyLink implements Link {
    private final Channel channel;
    private final Outbox outbox;

    /** A channel that is closed has no address. */
    private volatile String peer = "";

    /** Why it is closed, as far as this side knows; of the loop's thread. */
    private String reason;

    NettyLink(Channel channel) {
        this.channel = channel;
        outbox = new Outbox(channel);
    }

    @Override
    public void send(ByteBuffer head, List<MemorySegment> body, Runnable sent) {
        outbox.add(new Message(head, body, sent));
    }

    @Override
    public String peer() {
        return peer;
    }

    /** The channel is connected. */
    void connected() {
        peer = Addresses.text(channel.remoteAddress());
    }

    @Override
    public void close() {
        outbox.refuse();
        close(Reasons.THIS_SIDE);
    }

    /** Closes the channel after what any thread has asked of it before. Only the first reason counts. */
    void close(String why) {
        if (channel.eventLoop().inEventLoop()) {
            closeNow(why);
            return;
        }
        try {
            channel.eventLoop().execute(() -> closeNow(why));
        } catch (RejectedExecutionException ended) {
            outbox.refuse(); // the loop has closed all its channels
        }
    }

    private void closeNow(String why) {
        if (reason == null) {
            reason = why;
            outbox.refuse();
            channel.close();
        }
    }

    /** Whether this side has closed it. Called by the loop's thread. */
    boolean isClosing() {
        return reason != null;
    }

    /** The channel can take more. */
    void write() {
        outbox.write();
    }

    /**
     * The channel is closed.
     *
     * @return why
     */
    String closed() {
        if (reason == null) {
            reason = Reasons.PEER;
        }
        outbox.drop();
        return reason;
    }
}
