package org.asterism.transport.netty.internal;

/**
 * The form of messages on the wire: the length of the head as an int, the length of the body as a long, both with the
 * highest byte first, the head, the body.
 */
final class Frame {
    /** Bytes of both lengths. */
    static final int LENGTHS = Integer.BYTES + Long.BYTES;

    private Frame() {}
}
