package org.asterism.transport.netty.internal;

import io.netty.channel.EventLoop;
import io.netty.channel.IoEventLoop;
import io.netty.channel.SingleThreadIoEventLoop;
import io.netty.channel.nio.NioIoHandler;
import io.netty.util.concurrent.Future;
import java.time.Duration;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.asterism.spi.thread.BackgroundThread;

/**
 * The threads of a transport. Each serves some of the links.
 *
 * <p>This is not one of Netty's groups of loops: the end of a group starts Netty's global thread, which lives for a
 * second longer than the transport.
 */
final class EventLoops {
    private static final int PROCESSORS_PER_THREAD = 8;
    private static final int MOST_BY_DEFAULT = 4;
    private static final String THREAD_NAME = "asterism-netty-";

    private final IoEventLoop[] loops;
    private final AtomicInteger next = new AtomicInteger();

    /**
     * Makes loops, whose threads start when they are used.
     *
     * @param threads their number, 0 for a number that suits the machine
     */
    EventLoops(int threads) {
        loops = new IoEventLoop[threads > 0 ? threads : suitable()];
        for (int index = 0; index < loops.length; index++) {
            String name = THREAD_NAME + (index + 1);
            loops[index] = new SingleThreadIoEventLoop(
                    null, (ThreadFactory) work -> new BackgroundThread(name, work), NioIoHandler.newFactory());
        }
    }

    private static int suitable() {
        int processors = Runtime.getRuntime().availableProcessors();
        return Math.min(MOST_BY_DEFAULT, 1 + processors / PROCESSORS_PER_THREAD);
    }

    /** Returns the loops in turn. */
    EventLoop next() {
        return loops[Math.floorMod(next.getAndIncrement(), loops.length)];
    }

    /** Whether the calling thread belongs to a loop, which must not wait for another one. */
    boolean isCurrentThreadOurs() {
        for (EventLoop loop : loops) {
            if (loop.inEventLoop()) {
                return true;
            }
        }
        return false;
    }

    /** Closes what the loops still serve and ends their threads; waits for that, unless a thread of theirs calls. */
    void close(Duration timeout) {
        for (EventLoop loop : loops) {
            loop.shutdownGracefully(0, timeout.toMillis(), TimeUnit.MILLISECONDS);
        }
        if (isCurrentThreadOurs()) {
            return;
        }
        for (EventLoop loop : loops) {
            Future<?> end = loop.terminationFuture();
            end.awaitUninterruptibly(timeout.toMillis());
        }
    }
}
