package org.asterism.transport.netty.internal;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.asterism.spi.remote.Link;
import org.asterism.spi.remote.LinkSecurity;
import org.asterism.spi.remote.Receiver;
import org.asterism.spi.remote.Transport;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.metatype.annotations.Designate;

/**
 * Links over TCP, with TLS 1.3 if wanted.
 *
 * <p>All that touches Netty runs on the loops' threads: Netty leaves values in thread locals, which would keep its
 * classes, and ours, in threads of others.
 */
@Component(property = Transport.NAME + "=" + NettyTransport.TRANSPORT, configurationPid = NettyConfiguration.PID)
@Designate(ocd = NettyConfiguration.class)
public final class NettyTransport implements Transport {
    static final String TRANSPORT = "netty";

    private static final System.Logger LOG = System.getLogger(NettyTransport.class.getName());

    /** How long the end may take; a loop that a receiver blocks is left alone then. */
    private static final Duration CLOSING = Duration.ofSeconds(5);

    private final EventLoops loops;
    private final Duration timeout;
    private final Set<NettyLink> links = ConcurrentHashMap.newKeySet();
    private final Set<Channel> listening = ConcurrentHashMap.newKeySet();

    /**
     * Called by Declarative Services.
     *
     * @param configuration threads and time limits
     */
    @Activate
    public NettyTransport(NettyConfiguration configuration) {
        this(configuration.threads(), Duration.ofSeconds(configuration.timeout_seconds()));
    }

    /**
     * Makes a transport.
     *
     * @param threads number of threads, 0 for a number that suits the machine
     * @param timeout time limit of a connection, and of the proof of identity after it
     */
    NettyTransport(int threads, Duration timeout) {
        loops = new EventLoops(threads);
        this.timeout = timeout;
    }

    @Override
    public Listening listen(InetSocketAddress address, LinkSecurity security, Acceptor acceptor) throws IOException {
        String action = "cannot listen at";
        Addresses.check(action, address, security);
        ServerSocketChannel socket = ServerSocketChannel.open();
        CompletableFuture<Channel> bound = new CompletableFuture<>();
        try {
            inLoop(loop -> bind(loop, socket, address, security, acceptor, bound));
        } catch (IOException ended) {
            socket.close();
            throw ended;
        }
        return new Port(await(bound, action, address), socket, loops::isCurrentThreadOurs);
    }

    private void bind(
            EventLoop loop,
            ServerSocketChannel socket,
            InetSocketAddress address,
            LinkSecurity security,
            Acceptor acceptor,
            CompletableFuture<Channel> bound) {
        AcceptHandler handler = new AcceptHandler(
                loops, () -> new LinkInitializer(links, Optional.empty(), security, timeout, new Accepted(acceptor)));
        new Bootstrap()
                .group(loop)
                .channelFactory(() -> new NioServerSocketChannel(socket))
                .option(ChannelOption.SO_REUSEADDR, true)
                .handler(handler)
                .bind(address)
                .addListener((ChannelFuture end) -> {
                    if (!end.isSuccess()) {
                        bound.completeExceptionally(end.cause());
                        return;
                    }
                    listening.add(end.channel());
                    end.channel().closeFuture().addListener(_ -> listening.remove(end.channel()));
                    if (!bound.complete(end.channel())) {
                        end.channel().close();
                    }
                });
    }

    @Override
    public Link connect(InetSocketAddress address, LinkSecurity security, Receiver receiver) throws IOException {
        String action = "cannot connect to";
        Addresses.check(action, address, security);
        CompletableFuture<Link> opened = new CompletableFuture<>();
        inLoop(loop -> connect(loop, address, security, new Called(receiver, opened)));
        return await(opened, action, address);
    }

    private void connect(EventLoop loop, InetSocketAddress address, LinkSecurity security, Called opening) {
        new Bootstrap()
                .group(loop)
                .channelFactory(NioSocketChannel::new)
                .disableResolver()
                .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, (int) timeout.toMillis())
                .handler(new LinkInitializer(links, Optional.of(address), security, timeout, opening))
                .connect(address)
                .addListener((ChannelFuture end) -> {
                    if (!end.isSuccess()) {
                        opening.opened.completeExceptionally(end.cause());
                    }
                });
    }

    /** Runs work that begins something on one of the loops. */
    private void inLoop(Consumer<EventLoop> work) throws IOException {
        if (loops.isCurrentThreadOurs()) {
            throw new IllegalStateException("a receiver must not wait for a connection: use another thread");
        }
        EventLoop loop = loops.next();
        try {
            loop.execute(() -> work.accept(loop));
        } catch (RejectedExecutionException ended) {
            throw new IOException(Reasons.END, ended);
        }
    }

    private <T> T await(CompletableFuture<T> result, String action, InetSocketAddress address) throws IOException {
        String what = action + " " + Addresses.text(address) + ": ";
        try {
            // Netty has the time limits of both steps, and knows the cause; this one is for loops that hang.
            return result.get(3 * timeout.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException failed) {
            throw new IOException(what + Reasons.of(failed.getCause()), failed.getCause());
        } catch (TimeoutException late) {
            throw giveUp(result, new IOException(what + "the threads of the transport are busy", late));
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw giveUp(result, new InterruptedIOException(what + "interrupted"));
        }
    }

    /** Closes what may come later. */
    private static <T> IOException giveUp(CompletableFuture<T> result, IOException why) {
        result.completeExceptionally(why);
        if (result.state() == Future.State.SUCCESS) {
            switch (result.resultNow()) {
                case Link link -> link.close();
                case Channel channel -> channel.close();
                default -> throw new AssertionError(result.resultNow());
            }
        }
        return why;
    }

    /** Called by Declarative Services. */
    @Deactivate
    void close() {
        for (Channel each : listening) {
            each.close();
        }
        for (NettyLink each : links) {
            each.close(Reasons.END);
        }
        loops.close(CLOSING);
    }

    /** The beginning of a link that a peer has asked for. */
    private record Accepted(Acceptor acceptor) implements Opening {
        @Override
        public Receiver opened(NettyLink link) {
            return acceptor.accepted(link);
        }

        @Override
        public void failed(String peer, String reason) {
            LOG.log(System.Logger.Level.WARNING, "transport.netty: no link from " + peer + ": " + reason);
        }
    }

    /** The beginning of a link that this side has asked for. */
    private record Called(Receiver receiver, CompletableFuture<Link> opened) implements Opening {
        @Override
        public Receiver opened(NettyLink link) {
            if (!opened.complete(link)) {
                throw new IllegalStateException("nobody waits for this link any more");
            }
            return receiver;
        }

        @Override
        public void failed(String peer, String reason) {
            opened.completeExceptionally(new IOException(reason));
        }
    }
}
