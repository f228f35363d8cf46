package org.asterism.transport.netty.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.EventLoop;
import io.netty.channel.embedded.EmbeddedChannel;
import java.lang.foreign.Arena;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

final class OutboxTest {
    private static final int BYTES = 10 << 20;

    private final EmbeddedChannel channel = new EmbeddedChannel();
    private final Outbox outbox = new Outbox(channel);
    private final AtomicInteger sent = new AtomicInteger();

    private void add() {
        outbox.add(new Message(ByteBuffer.allocate(8), List.of(Arena.ofAuto().allocate(BYTES)), sent::incrementAndGet));
        channel.runPendingTasks();
    }

    private void canTakeMore(boolean yes) {
        channel.unsafe().outboundBuffer().setUserDefinedWritability(1, yes);
    }

    private long taken() {
        long bytes = 0;
        for (ByteBuf each = channel.readOutbound(); each != null; each = channel.readOutbound()) {
            bytes += each.readableBytes();
            each.release();
        }
        return bytes;
    }

    /** With TLS the channel would encrypt it all, and keep that in memory until the peer reads it. */
    @Test
    void shouldKeepWhatTheChannelCannotTake() {
        canTakeMore(false);
        add();
        add();
        assertEquals(0, taken());
        assertEquals(0, sent.get());
        canTakeMore(true);
        outbox.write();
        channel.runPendingTasks();
        assertEquals(2L * (Frame.LENGTHS + 8 + BYTES), taken());
        assertEquals(2, sent.get());
    }

    @Test
    void shouldGiveALongBodyInPieces() {
        add();
        int parts = 0;
        for (ByteBuf each = channel.readOutbound(); each != null; each = channel.readOutbound()) {
            assertTrue(each.readableBytes() <= 1 << 20, each::toString);
            assertTrue(each.isDirect(), "no copy is made");
            parts++;
        }
        assertEquals(11, parts, "the head and ten pieces");
    }

    @Test
    void shouldNotSendWhatItHasRefused() {
        AtomicReference<Error> failure = new AtomicReference<>(new InternalError("test"));
        EventLoop loop = with(EventLoop.class, channel.eventLoop(), "execute", task -> {
            if (failure.get() != null) {
                throw failure.get();
            }
            channel.eventLoop().execute((Runnable) task[0]);
            return null;
        });
        Outbox full = new Outbox(with(Channel.class, channel, "eventLoop", _ -> loop));
        Message refused = new Message(ByteBuffer.allocate(8), List.of(), sent::incrementAndGet);
        assertSame(failure.get(), assertThrows(Error.class, () -> full.add(refused)));
        assertEquals(0, sent.get(), "its sender knows");
        failure.set(null);
        full.add(new Message(ByteBuffer.allocate(8), List.of(), sent::incrementAndGet));
        channel.runPendingTasks();
        assertEquals(1, sent.get());
        assertEquals(Frame.LENGTHS + 8, taken());
    }

    @Test
    void shouldCloseTheLinkWhenItCannotSend() {
        AtomicReference<Throwable> caught = new AtomicReference<>();
        channel.pipeline().addLast(new ChannelInboundHandlerAdapter() {
            @Override
            public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
                caught.set(cause);
            }
        });
        Error failure = new InternalError("test");
        Outbox broken = new Outbox(with(Channel.class, channel, "alloc", _ -> {
            throw failure;
        }));
        broken.add(new Message(ByteBuffer.allocate(8), List.of(), sent::incrementAndGet));
        channel.runPendingTasks();
        assertSame(failure, caught.get());
    }

    /** Returns something that is like {@code other} but for one method. */
    private static <T> T with(Class<T> type, T other, String method, Function<Object[], Object> body) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(),
                new Class<?>[] {type},
                (_, called, arguments) ->
                        called.getName().equals(method) ? body.apply(arguments) : called.invoke(other, arguments)));
    }

    @Test
    void shouldTellSendersOfWhatItDrops() {
        canTakeMore(false);
        add();
        add();
        outbox.drop();
        assertEquals(2, sent.get());
        add();
        assertEquals(3, sent.get());
        assertFalse(channel.outboundMessages().iterator().hasNext());
    }
}
