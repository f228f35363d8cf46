package org.asterism.transport.netty.internal;

import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.List;
import org.asterism.spi.remote.Link;
import org.asterism.spi.remote.Receiver;

/** Makes messages of the bytes that come, and hands them to the receiver. Used by the loop's thread. */
final class FrameReader {
    /** From this length on, it is worth an own call of the operating system to avoid copying a body. */
    private static final int WORTH_A_CALL = 16 << 10;

    private final NettyLink link;
    private final Receiver receiver;

    /** The beginning of lengths or a head that the last buffer did not contain as a whole; null if there is none. */
    private ByteBuf begun;

    private boolean hasLengths;
    private int headLength;
    private long bodyLength;

    /** Where the body goes that is coming; null if none is. */
    private Target target;

    FrameReader(NettyLink link, Receiver receiver) {
        this.link = link;
        this.receiver = receiver;
    }

    /** Returns the memory that the next bytes can be read to, or null if others than those of a long body may come. */
    ByteBuf target() {
        ByteBuf part = target == null ? null : target.current();
        return part != null && part.writableBytes() >= WORTH_A_CALL ? part : null;
    }

    /** Whether a head comes next that probably has a long body, so that a short buffer is best. */
    boolean isAtHeadOfLongBody() {
        return target == null && bodyLength >= WORTH_A_CALL;
    }

    /**
     * Reads until nothing is left or the link is closed.
     *
     * @param in bytes that have come; it is what {@link #target} has returned if they are there already
     * @throws IOException if they are no message; the message says why
     * @throws ReceiverFailure if the receiver throws
     */
    void read(ByteBuf in) throws IOException, ReceiverFailure {
        if (target != null && in == target.current()) {
            target.advance();
            endBody();
            return;
        }
        while (in.isReadable() && !link.isClosing()) {
            if (target != null) {
                target.copyFrom(in);
                endBody();
            } else {
                readHead(in);
            }
        }
    }

    private void endBody() throws ReceiverFailure {
        if (target.current() != null) {
            return;
        }
        target = null;
        if (link.isClosing()) {
            return;
        }
        try {
            receiver.body(link);
        } catch (Throwable failed) {
            throw new ReceiverFailure(failed);
        }
        answerBetweenBodies();
    }

    private void readHead(ByteBuf in) throws IOException, ReceiverFailure {
        if (!hasLengths) {
            ByteBuf lengths = whole(in, Frame.LENGTHS);
            if (lengths == null) {
                return;
            }
            headLength = lengths.readInt();
            bodyLength = lengths.readLong();
            release();
            checkLengths();
            hasLengths = true;
        }
        ByteBuf head = whole(in, headLength);
        if (head == null) {
            return;
        }
        hasLengths = false;
        List<MemorySegment> pieces = head(head);
        head.skipBytes(headLength);
        release();
        Target next = new Target(pieces, bodyLength);
        next.advance();
        target = bodyLength == 0 ? null : next;
        answerBetweenBodies();
    }

    /**
     * Sends what the receiver has to say before a long body is read: a peer that waits for it to send the next one goes
     * on meanwhile. Answers to short messages are sent together.
     */
    private void answerBetweenBodies() {
        if (bodyLength >= WORTH_A_CALL) {
            link.write();
        }
    }

    private List<MemorySegment> head(ByteBuf head) throws ReceiverFailure {
        try {
            return receiver.head(link, head.nioBuffer(head.readerIndex(), headLength), bodyLength);
        } catch (Throwable failed) {
            throw new ReceiverFailure(failed);
        }
    }

    private void checkLengths() throws IOException {
        if (headLength < 0 || headLength > Link.LONGEST_HEAD || bodyLength < 0) {
            throw new IOException("the peer sent a message with a head of " + headLength + " and a body of "
                    + bodyLength + " bytes, which no member does");
        }
    }

    /** Returns a buffer that has so many bytes, beginning with the next ones, or null if they have not come yet. */
    private ByteBuf whole(ByteBuf in, int bytes) {
        if (begun == null && in.readableBytes() >= bytes) {
            return in;
        }
        if (begun == null) {
            begun = in.alloc().directBuffer(bytes, bytes);
        }
        begun.writeBytes(in, Math.min(in.readableBytes(), begun.writableBytes()));
        return begun.isWritable() ? null : begun;
    }

    /** Gives back the memory of a part that is complete, or will never be. */
    void release() {
        if (begun != null) {
            begun.release();
            begun = null;
        }
    }

    /** The receiver has thrown its cause. */
    static final class ReceiverFailure extends Exception {
        private static final long serialVersionUID = 1;

        ReceiverFailure(Throwable cause) {
            super(cause);
        }
    }
}
