package org.asterism.kit.remote;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** Reads the head of a message, whose lengths it does not trust. Not thread-safe. */
public final class WireInput {
    private final ByteBuffer buffer;

    /**
     * Creates an input.
     *
     * @param buffer the bytes, from its position to its limit
     */
    public WireInput(ByteBuffer buffer) {
        this.buffer = buffer;
    }

    private ByteBuffer has(int bytes) {
        if (buffer.remaining() < bytes) {
            throw new MalformedMessageException("a message ends too early");
        }
        return buffer;
    }

    /** Returns the length of a sequence whose elements have at least a number of bytes each. */
    int getLength(int leastBytes) {
        int length = getInt();
        if (length < 0 || length > buffer.remaining() / leastBytes) {
            throw new MalformedMessageException(
                    "a length of " + length + " with " + buffer.remaining() + " bytes left in the message");
        }
        return length;
    }

    byte getByte() {
        return has(1).get();
    }

    boolean getBoolean() {
        return getByte() != 0;
    }

    short getShort() {
        return has(Short.BYTES).getShort();
    }

    int getInt() {
        return has(Integer.BYTES).getInt();
    }

    long getLong() {
        return has(Long.BYTES).getLong();
    }

    long[] getLongs() {
        long[] values = new long[getLength(Long.BYTES)];
        for (int index = 0; index < values.length; index++) {
            values[index] = getLong();
        }
        return values;
    }

    byte[] getBytes() {
        byte[] bytes = new byte[getLength(1)];
        buffer.get(bytes);
        return bytes;
    }

    String getString() {
        return new String(getBytes(), StandardCharsets.UTF_8);
    }

    void requireEnd() {
        if (buffer.hasRemaining()) {
            throw new MalformedMessageException("a message has " + buffer.remaining() + " bytes too many");
        }
    }
}
