package org.asterism.transport.netty.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.buffer.ByteBuf;
import io.netty.channel.embedded.EmbeddedChannel;
import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
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
