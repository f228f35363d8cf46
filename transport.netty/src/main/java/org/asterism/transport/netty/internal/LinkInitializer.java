package org.asterism.transport.netty.internal;

import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.handler.ssl.SslHandler;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import org.asterism.spi.remote.LinkSecurity;

/** Makes a link of a channel. */
final class LinkInitializer extends ChannelInitializer<Channel> {
    /** With less waiting in the channel, it gets more. */
    private static final int LOW_WATER = 1 << 20;

    private static final int HIGH_WATER = 2 << 20;
    private static final String[] PROTOCOLS = {"TLSv1.3"};
    /** The first one is the fastest that the JDK has. */
    private static final String[] CIPHERS = {"TLS_AES_128_GCM_SHA256", "TLS_AES_256_GCM_SHA384"};

    private static final long FAREWELL_MILLIS = 500;

    private final Set<NettyLink> links;
    private final Optional<InetSocketAddress> called;
    private final LinkSecurity security;
    private final Duration timeout;
    private final Opening opening;

    /**
     * Makes an initializer.
     *
     * @param links gets the link as long as the channel is open
     * @param called where this side has connected to; empty if the peer has connected
     */
    LinkInitializer(
            Set<NettyLink> links,
            Optional<InetSocketAddress> called,
            LinkSecurity security,
            Duration timeout,
            Opening opening) {
        this.links = links;
        this.called = called;
        this.security = security;
        this.timeout = timeout;
        this.opening = opening;
    }

    @Override
    protected void initChannel(Channel channel) {
        channel.config().setOption(ChannelOption.TCP_NODELAY, true);
        channel.config().setOption(ChannelOption.SO_KEEPALIVE, true);
        channel.config().setWriteBufferWaterMark(new WriteBufferWaterMark(LOW_WATER, HIGH_WATER));
        NettyLink link = new NettyLink(channel);
        links.add(link);
        channel.closeFuture().addListener(_ -> links.remove(link));
        LinkHandler handler = new LinkHandler(link, security.tls().isPresent(), timeout, opening);
        if (security.tls().isPresent()) {
            channel.pipeline().addLast(encryption(security.tls().get()));
        } else {
            channel.config().setRecvByteBufAllocator(new TargetAllocator(handler::reader));
        }
        channel.pipeline().addLast(handler);
    }

    private SslHandler encryption(SSLContext context) {
        SSLEngine engine = called.isPresent()
                ? context.createSSLEngine(
                        called.get().getHostString(), called.get().getPort())
                : context.createSSLEngine();
        engine.setEnabledProtocols(PROTOCOLS);
        engine.setEnabledCipherSuites(CIPHERS);
        engine.setUseClientMode(called.isPresent());
        if (called.isEmpty()) {
            engine.setNeedClientAuth(true);
        }
        SslHandler handler = new SslHandler(engine);
        handler.setHandshakeTimeoutMillis(timeout.toMillis());
        handler.setCloseNotifyFlushTimeoutMillis(FAREWELL_MILLIS);
        return handler;
    }
}
