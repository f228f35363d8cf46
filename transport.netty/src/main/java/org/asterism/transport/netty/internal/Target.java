package org.asterism.transport.netty.internal;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;

/** The receiver's memory for a body, and how much of it has come. */
final class Target {
    /** A buffer cannot be longer than an int says. */
    private static final long LONGEST_PART = 1 << 30;

    /** What has not come yet. Netty writes each buffer from its writer index on. */
    private final Queue<ByteBuf> parts = new ArrayDeque<>();

    /**
     * Checks the memory.
     *
     * @param pieces what the receiver gave
     * @param bytes length of the body
     */
    Target(List<MemorySegment> pieces, long bytes) throws IOException {
        long sum = 0;
        for (MemorySegment piece : pieces) {
            if (!piece.isNative() || piece.isReadOnly()) {
                throw new IOException("its receiver gave memory that cannot be written, or is not native: " + piece);
            }
            sum += piece.byteSize();
            for (long from = 0; from < piece.byteSize(); from += LONGEST_PART) {
                long length = Math.min(LONGEST_PART, piece.byteSize() - from);
                parts.add(Unpooled.wrappedBuffer(piece.asSlice(from, length).asByteBuffer())
                        .writerIndex(0));
            }
        }
        if (sum != bytes) {
            throw new IOException("its receiver gave memory of " + sum + " bytes for a body of " + bytes + " bytes");
        }
    }

    /** Returns the buffer that is filled next, or null if all has come. */
    ByteBuf current() {
        return parts.peek();
    }

    /** Moves on after the current buffer was written to. */
    void advance() {
        while (!parts.isEmpty() && !parts.element().isWritable()) {
            parts.remove();
        }
    }

    /** Copies what a buffer has, as far as it belongs to the body. */
    void copyFrom(ByteBuf in) {
        for (ByteBuf to = current(); to != null && in.isReadable(); to = current()) {
            to.writeBytes(in, Math.min(in.readableBytes(), to.writableBytes()));
            advance();
        }
    }
}
