package org.asterism.transport.netty.internal;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.netty.channel.DefaultMaxMessagesRecvByteBufAllocator;
import java.nio.ByteBuffer;
import java.util.function.Supplier;

/**
 * Lets Netty read a body straight from the socket into the receiver's memory, and everything else into buffers that the
 * link has for good. Not for TLS, which keeps buffers until it has whole records.
 */
final class TargetAllocator extends DefaultMaxMessagesRecvByteBufAllocator {
    /** Bytes read with a head; those of the body among them are copied. */
    private static final int SHORT = 4 << 10;

    private static final int LONG = 64 << 10;

    /** So many times in a row a link reads before others of the thread have their turn. */
    private static final int MOST_READS = 16;

    private final Supplier<FrameReader> reader;

    /**
     * Makes an allocator for one link.
     *
     * @param reader returns its reader, or null as long as it has none
     */
    TargetAllocator(Supplier<FrameReader> reader) {
        super(MOST_READS);
        this.reader = reader;
    }

    @Override
    public ExtendedHandle newHandle() {
        return new TargetHandle();
    }

    private final class TargetHandle extends MaxMessageHandle {
        /** Netty never sees their memory freed: the collector frees it with the link. */
        private final ByteBuf forMany = Unpooled.wrappedBuffer(ByteBuffer.allocateDirect(LONG));

        private final ByteBuf forOne = forMany.slice(0, SHORT);

        @Override
        public ByteBuf allocate(ByteBufAllocator alloc) {
            FrameReader reading = reader.get();
            if (reading == null) {
                return forOne.clear().retain();
            }
            ByteBuf target = reading.target();
            return target != null
                    ? target.retain()
                    : (reading.isAtHeadOfLongBody() ? forOne : forMany).clear().retain();
        }

        @Override
        public int guess() {
            return LONG;
        }
    }
}
