package org.asterism.transport.netty.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.asterism.spi.remote.Link;
import org.asterism.spi.remote.Receiver;
import org.junit.jupiter.api.Test;

final class FrameReaderTest {
    private final List<String> calls = new ArrayList<>();
    private final MemorySegment memory = Arena.ofAuto().allocate(1 << 20);
    private final FrameReader reader = new FrameReader(new NettyLink(new EmbeddedChannel()), new Receiver() {
        private long length;

        @Override
        public List<MemorySegment> head(Link link, ByteBuffer head, long bytes) {
            calls.add(StandardCharsets.US_ASCII.decode(head).toString());
            length = bytes;
            return bytes == 0 ? List.of() : List.of(memory.asSlice(0, 1), memory.asSlice(1, bytes - 1));
        }

        @Override
        public void body(Link link) {
            byte[] body = memory.asSlice(0, Math.min(length, 3)).toArray(ValueLayout.JAVA_BYTE);
            calls.add(new String(body, StandardCharsets.US_ASCII) + " of " + length);
        }

        @Override
        public void closed(Link link, String reason) {
            throw new AssertionError(reason);
        }
    });

    private static ByteBuf message(String head, String body) {
        return Unpooled.buffer()
                .writeInt(head.length())
                .writeLong(body.length())
                .writeBytes(head.getBytes(StandardCharsets.US_ASCII))
                .writeBytes(body.getBytes(StandardCharsets.US_ASCII));
    }

    @Test
    void shouldFindTheSameMessagesWhereverTheBytesAreCut() throws Exception {
        ByteBuf all = Unpooled.wrappedBuffer(
                message("one", ""), message("", "abc"), message("", ""), message("four", "x"), message("five", ""));
        List<String> expected = List.of("one", "", "abc of 3", "", "four", "x of 1", "five");
        for (int part = 1; part <= all.capacity(); part++) {
            calls.clear();
            all.readerIndex(0);
            while (all.isReadable()) {
                ByteBuf in = all.readSlice(Math.min(part, all.readableBytes()));
                reader.read(in);
                assertEquals(0, in.readableBytes(), "bytes that nobody read");
            }
            assertEquals(expected, calls, "messages in parts of " + part + " bytes");
        }
    }

    /** The peer may wait for the answer before it sends more, and can do that while the next body is read. */
    @Test
    void shouldSendAnAnswerToALongBodyBeforeItReadsTheNextOne() throws Exception {
        EmbeddedChannel channel = new EmbeddedChannel();
        List<Integer> sentBefore = new ArrayList<>();
        FrameReader answering = new FrameReader(new NettyLink(channel), new Receiver() {
            @Override
            public List<MemorySegment> head(Link link, ByteBuffer head, long bytes) {
                sentBefore.add(channel.outboundMessages().size());
                return List.of(memory.asSlice(0, bytes));
            }

            @Override
            public void body(Link link) {
                link.send(ByteBuffer.allocate(1), List.of(), () -> {});
            }

            @Override
            public void closed(Link link, String reason) {}
        });
        String body = "x".repeat(100_000);
        answering.read(Unpooled.wrappedBuffer(message("one", body), message("two", body), message("three", "short")));
        assertEquals(List.of(0, 1, 2), sentBefore);
        channel.finishAndReleaseAll();
    }

    /** Netty writes into the buffer that the allocator returns. */
    @Test
    void shouldLetTheSocketWriteIntoTheReceiversMemory() throws Exception {
        TargetAllocator.ExtendedHandle handle = new TargetAllocator(() -> reader).newHandle();
        ByteBuf first = handle.allocate(ByteBufAllocator.DEFAULT);
        int length = 100_000;
        first.writeInt(4).writeLong(length).writeBytes("long".getBytes(StandardCharsets.US_ASCII));
        first.writeByte('a');
        reader.read(first);
        assertEquals(List.of("long"), calls);

        ByteBuf target = handle.allocate(ByteBufAllocator.DEFAULT);
        assertSame(reader.target(), target);
        assertEquals(length - 1, target.writableBytes());
        target.writeByte('b');
        assertEquals('b', memory.get(ValueLayout.JAVA_BYTE, 1));
        reader.read(target);
        target.writeBytes(new byte[90_000]);
        reader.read(target);
        assertNull(reader.target(), "a short rest may come with the next head");

        ByteBuf last = handle.allocate(ByteBufAllocator.DEFAULT);
        last.writeBytes(new byte[length - 90_002]).writeBytes(message("next", ""));
        reader.read(last);
        assertEquals(List.of("long", "ab\0 of " + length, "next"), calls);
        assertNotNull(handle.allocate(ByteBufAllocator.DEFAULT));
    }
}
