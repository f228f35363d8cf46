package org.asterism.transport.netty.internal;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.List;
import org.asterism.spi.remote.Link;

/** A message on its way out: the lengths and the head, which are copied, and then the body piece by piece. */
final class Message {
    private static final System.Logger LOG = System.getLogger(Message.class.getName());

    private final byte[] head;
    private final List<MemorySegment> body;
    private final Runnable sent;

    private boolean isBegun;
    /** The piece that is sent next, and how much of it was sent. */
    private int piece;

    private long offset;

    /** Checks and copies what is to be sent. */
    Message(ByteBuffer head, List<MemorySegment> body, Runnable sent) {
        if (head.remaining() > Link.LONGEST_HEAD) {
            throw new IllegalArgumentException("a head of " + head.remaining() + " bytes is longer than "
                    + Link.LONGEST_HEAD + " bytes; send more as the body");
        }
        for (MemorySegment each : body) {
            if (!each.isNative()) {
                throw new IllegalArgumentException("a piece of a body is not in native memory: " + each);
            }
        }
        this.head = new byte[head.remaining()];
        head.get(head.position(), this.head);
        this.body = List.copyOf(body);
        this.sent = sent;
        skipEmptyPieces();
    }

    /**
     * Returns what comes next, and moves on.
     *
     * @param most greatest number of bytes of the body
     */
    ByteBuf next(ByteBufAllocator allocator, int most) {
        if (!isBegun) {
            long bytes = 0;
            for (MemorySegment each : body) {
                bytes += each.byteSize();
            }
            ByteBuf begin = allocator
                    .directBuffer(Frame.LENGTHS + head.length)
                    .writeInt(head.length)
                    .writeLong(bytes)
                    .writeBytes(head);
            isBegun = true; // not before: if there is no memory, the body must not go without its lengths
            return begin;
        }
        MemorySegment from = body.get(piece);
        long bytes = Math.min(most, from.byteSize() - offset);
        ByteBuffer slice = from.asSlice(offset, bytes).asByteBuffer();
        offset += bytes;
        if (offset == from.byteSize()) {
            offset = 0;
            piece++;
            skipEmptyPieces();
        }
        return Unpooled.wrappedBuffer(slice);
    }

    private void skipEmptyPieces() {
        while (piece < body.size() && body.get(piece).byteSize() == 0) {
            piece++;
        }
    }

    /** Whether {@link #next} has returned everything. */
    boolean isComplete() {
        return isBegun && piece == body.size();
    }

    /** Tells the sender that the body is not needed any more. */
    void end() {
        try {
            sent.run();
        } catch (Throwable failed) {
            LOG.log(System.Logger.Level.ERROR, "transport.netty: the callback of a sent message failed", failed);
        }
    }
}
