package org.asterism.transport.netty.internal;

import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** Gives each connection of a listening channel to a loop. */
final class AcceptHandler extends ChannelInboundHandlerAdapter {
    private static final System.Logger LOG = System.getLogger(AcceptHandler.class.getName());
    private static final long REST_SECONDS = 1;

    private final EventLoops loops;
    private final Supplier<ChannelHandler> initializers;

    AcceptHandler(EventLoops loops, Supplier<ChannelHandler> initializers) {
        this.loops = loops;
        this.initializers = initializers;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object connection) {
        Channel channel = (Channel) connection;
        channel.pipeline().addLast(initializers.get());
        loops.next().register(channel).addListener((ChannelFuture end) -> {
            if (!end.isSuccess()) {
                channel.unsafe().closeForcibly();
            }
        });
    }

    /** Usually the process has no file left: without a rest, the loop would only try that again. */
    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        LOG.log(
                System.Logger.Level.WARNING,
                "transport.netty: a connection to "
                        + Addresses.text(context.channel().localAddress()) + " could not be accepted: "
                        + Reasons.of(cause));
        context.channel().config().setAutoRead(false);
        context.executor().schedule(() -> context.channel().config().setAutoRead(true), REST_SECONDS, TimeUnit.SECONDS);
    }
}
