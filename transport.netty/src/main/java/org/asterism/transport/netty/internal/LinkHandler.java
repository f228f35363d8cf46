package org.asterism.transport.netty.internal;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import io.netty.util.concurrent.ScheduledFuture;
import java.io.IOException;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.asterism.spi.remote.Receiver;

/** A link's end of the pipeline: the greeting first, then messages. All calls come from the loop's thread. */
final class LinkHandler extends ChannelInboundHandlerAdapter {
    private static final System.Logger LOG = System.getLogger(LinkHandler.class.getName());

    private final NettyLink link;
    private final boolean isEncrypted;
    private final Duration timeout;
    private final Opening opening;
    private final Greeting greeting = new Greeting();

    private ScheduledFuture<?> impatience;
    /** Null until the peer has greeted. */
    private Receiver receiver;

    private FrameReader reader;

    LinkHandler(NettyLink link, boolean isEncrypted, Duration timeout, Opening opening) {
        this.link = link;
        this.isEncrypted = isEncrypted;
        this.timeout = timeout;
        this.opening = opening;
    }

    FrameReader reader() {
        return reader;
    }

    @Override
    public void channelActive(ChannelHandlerContext context) {
        link.connected();
        impatience = context.executor()
                .schedule(
                        () -> link.close("the peer did not answer within " + timeout.toMillis() + " ms"),
                        timeout.toMillis(),
                        TimeUnit.MILLISECONDS);
        if (!isEncrypted) {
            context.writeAndFlush(Greeting.bytes());
        }
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext context, Object event) {
        if (event instanceof SslHandshakeCompletionEvent end) {
            if (end.isSuccess()) {
                context.writeAndFlush(Greeting.bytes());
            } else {
                link.close(Reasons.of(end.cause()));
            }
        }
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object bytes) {
        ByteBuf in = (ByteBuf) bytes;
        try {
            if (!link.isClosing() && (receiver != null || greet(in))) {
                reader.read(in);
            }
        } catch (IOException refused) {
            link.close(refused.getMessage());
        } catch (FrameReader.ReceiverFailure failed) {
            LOG.log(
                    System.Logger.Level.DEBUG,
                    "transport.netty: the receiver of the link to " + link.peer() + " failed",
                    failed.getCause());
            link.close(Reasons.ofReceiver(failed.getCause()));
        } finally {
            in.release();
        }
    }

    /** Returns whether messages can be read. */
    private boolean greet(ByteBuf in) throws IOException, FrameReader.ReceiverFailure {
        if (!greeting.readFrom(in)) {
            return false;
        }
        impatience.cancel(false);
        try {
            receiver = Objects.requireNonNull(opening.opened(link), "no receiver");
        } catch (Throwable failed) {
            throw new FrameReader.ReceiverFailure(failed);
        }
        reader = new FrameReader(link, receiver);
        return true;
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext context) {
        link.write();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        link.close(Reasons.of(cause));
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        String reason = link.closed();
        if (impatience != null) {
            impatience.cancel(false);
        }
        if (reader != null) {
            reader.release();
        }
        if (receiver == null) {
            opening.failed(link.peer(), reason);
            return;
        }
        try {
            receiver.closed(link, reason);
        } catch (Throwable failed) {
            LOG.log(
                    System.Logger.Level.ERROR,
                    "transport.netty: the receiver of the link to " + link.peer() + " failed when the link was closed",
                    failed);
        }
    }
}
