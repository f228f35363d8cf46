package org.asterism.kit.remote;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.asterism.spi.remote.Link;

/** Writes the head of a message. Not thread-safe. */
public final class WireOutput {
    private static final int FIRST_SIZE = 256;

    private ByteBuffer buffer = ByteBuffer.allocate(FIRST_SIZE);

    /** Creates an empty output. */
    public WireOutput() {}

    /**
     * Returns what was written.
     *
     * @return the bytes, from its position to its limit; nothing more can be written
     */
    public ByteBuffer finish() {
        return buffer.flip();
    }

    /**
     * Returns what was written, as an array of its own.
     *
     * @return a copy
     */
    byte[] toArray() {
        return Arrays.copyOf(buffer.array(), buffer.position());
    }

    private ByteBuffer room(int bytes) {
        if (buffer.remaining() < bytes) {
            long needed = (long) buffer.position() + bytes;
            if (needed > Link.LONGEST_HEAD) {
                throw new IllegalArgumentException("a message has more than " + Link.LONGEST_HEAD
                        + " bytes besides its data: give large arguments and results as data of the task");
            }
            int size = (int) Math.min(Link.LONGEST_HEAD, Math.max(needed, 2L * buffer.capacity()));
            buffer = ByteBuffer.allocate(size).put(buffer.flip());
        }
        return buffer;
    }

    WireOutput putByte(int value) {
        room(1).put((byte) value);
        return this;
    }

    WireOutput putBoolean(boolean value) {
        return putByte(value ? 1 : 0);
    }

    WireOutput putShort(int value) {
        room(Short.BYTES).putShort((short) value);
        return this;
    }

    WireOutput putInt(int value) {
        room(Integer.BYTES).putInt(value);
        return this;
    }

    WireOutput putLong(long value) {
        room(Long.BYTES).putLong(value);
        return this;
    }

    WireOutput putLongs(long... values) {
        putInt(values.length);
        for (long value : values) {
            putLong(value);
        }
        return this;
    }

    WireOutput putBytes(byte... bytes) {
        putInt(bytes.length);
        room(bytes.length).put(bytes);
        return this;
    }

    WireOutput putString(String text) {
        return putBytes(text.getBytes(StandardCharsets.UTF_8));
    }
}
