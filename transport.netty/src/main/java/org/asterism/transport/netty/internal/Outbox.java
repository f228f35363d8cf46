package org.asterism.transport.netty.internal;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The messages that a link is to send. The channel gets only as much as it can take: with TLS, it would encrypt
 * everything at once and keep the result in memory.
 *
 * <p>Threads that send touch nothing of Netty but the loop's queue, because Netty leaves values in their thread locals
 * otherwise.
 */
final class Outbox {
    /** Most bytes of a body that the channel gets at once. */
    private static final int MOST_AT_ONCE = 1 << 20;

    /** Number of times that one task fills the channel before other links of the thread have their turn. */
    private static final int ROUNDS = 16;

    private final Channel channel;
    private final Queue<Message> waiting = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean isScheduled = new AtomicBoolean();
    private volatile boolean isClosed;

    // Of the loop's thread.
    private Message current;
    private boolean isWriting;

    Outbox(Channel channel) {
        this.channel = channel;
    }

    /** Takes a message from any thread. If this throws, the message is not sent and does not end. */
    void add(Message message) {
        if (isClosed) {
            message.end();
            return;
        }
        waiting.add(message);
        try {
            schedule();
        } catch (RuntimeException | Error thrown) {
            if (waiting.remove(message)) { // else it is being sent, or was dropped
                throw thrown;
            }
        }
    }

    private void schedule() {
        if (isScheduled.get() || !isScheduled.compareAndSet(false, true)) {
            return;
        }
        try {
            channel.eventLoop().execute(this::scheduledWrite);
        } catch (RejectedExecutionException ended) {
            isScheduled.set(false);
            dropWaiting();
        } catch (RuntimeException | Error thrown) {
            isScheduled.set(false); // the next message tries again, also for those of other threads
            throw thrown;
        }
    }

    private void scheduledWrite() {
        isScheduled.set(false);
        write();
    }

    /** Lets the channel have what it can take. Called by the loop's thread. */
    void write() {
        if (isWriting) {
            return; // within a flush; the loop below goes on
        }
        isWriting = true;
        try {
            for (int round = 0; round < ROUNDS; round++) {
                if (!fill()) {
                    return;
                }
                channel.flush();
            }
            schedule();
        } catch (RuntimeException | Error thrown) {
            channel.pipeline().fireExceptionCaught(thrown); // closes the link: nobody else would hear of it
        } finally {
            isWriting = false;
            if (isClosed) {
                dropWaiting();
            }
        }
    }

    private boolean fill() {
        boolean any = false;
        while (channel.isWritable() && (current != null || (current = waiting.poll()) != null)) {
            any = true;
            Message message = current;
            ByteBuf part = message.next(channel.alloc(), MOST_AT_ONCE);
            if (message.isComplete()) {
                current = null;
                channel.write(part).addListener((ChannelFuture end) -> {
                    if (!end.isSuccess() && channel.isActive()) {
                        channel.pipeline().fireExceptionCaught(end.cause());
                    }
                    message.end();
                });
            } else {
                channel.write(part, channel.voidPromise());
            }
        }
        return any;
    }

    /** Refuses further messages. Called by any thread. */
    void refuse() {
        isClosed = true;
    }

    /** Gives up all messages, after the channel was closed. Called by the loop's thread. */
    void drop() {
        isClosed = true;
        Message begun = current;
        current = null;
        if (begun != null) {
            begun.end();
        }
        dropWaiting();
    }

    private void dropWaiting() {
        for (Message message = waiting.poll(); message != null; message = waiting.poll()) {
            message.end();
        }
    }
}
