package org.asterism.transport.netty.internal;

import io.netty.channel.Channel;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.BooleanSupplier;
import org.asterism.spi.remote.Transport;

/** The acceptance of connections at one port. */
final class Port implements Transport.Listening {
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final Channel channel;
    private final ServerSocketChannel socket;
    private final BooleanSupplier isLoopsThread;
    private final InetSocketAddress address;

    /**
     * Makes the service object of a channel.
     *
     * @param channel is bound to the port
     * @param socket the same for the JDK
     * @param isLoopsThread whether the calling thread must not wait
     */
    Port(Channel channel, ServerSocketChannel socket, BooleanSupplier isLoopsThread) {
        this.channel = channel;
        this.socket = socket;
        this.isLoopsThread = isLoopsThread;
        address = (InetSocketAddress) channel.localAddress();
    }

    @Override
    public InetSocketAddress address() {
        return address;
    }

    /**
     * Closes the channel, and waits until the port is free: a channel that is closed still listens until its selector
     * has looked again.
     */
    @Override
    public void close() {
        try {
            channel.eventLoop().execute(channel::close);
            long end = System.nanoTime() + PATIENCE.toNanos();
            while (!isLoopsThread.getAsBoolean() && isStillOpen() && System.nanoTime() < end) {
                Thread.onSpinWait();
            }
        } catch (RejectedExecutionException ended) {
            // The loop has closed all its channels.
        }
    }

    /** Asks the loop's thread, which frees the port between two tasks. */
    private boolean isStillOpen() {
        return channel.eventLoop()
                .submit(() -> socket.isOpen() || socket.isRegistered())
                .awaitUninterruptibly()
                .getNow();
    }
}
