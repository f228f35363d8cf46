package org.asterism.trace.export.internal.perfetto;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.asterism.trace.export.internal.output.Output;

/**
 * Protobuf message in the wire format, in a buffer that is used for one message after the other. The length of a nested
 * message is known at its end only, so it takes four bytes, the last of which may be leading zeros of the number.
 */
final class Message {
    private static final int VARINT = 0;
    private static final int FIXED_64 = 1;
    private static final int LENGTH_DELIMITED = 2;
    private static final int WIRE_TYPE_BITS = 3;
    private static final int LENGTH_BYTES = 4;
    private static final int BITS = 7;
    private static final int MORE = 1 << BITS;

    private byte[] buffer = new byte[1 << 10];
    private int used;

    /** Begins a nested message; returns a mark for {@link #end}. */
    int begin(int field) {
        varint(tag(field, LENGTH_DELIMITED));
        ensure(LENGTH_BYTES);
        used += LENGTH_BYTES;
        return used;
    }

    void end(int mark) {
        int length = used - mark;
        for (int i = 0; i < LENGTH_BYTES; i++) {
            int more = i < LENGTH_BYTES - 1 ? MORE : 0;
            buffer[mark - LENGTH_BYTES + i] = (byte) (length & MORE - 1 | more);
            length >>>= BITS;
        }
    }

    Message number(int field, long value) {
        varint(tag(field, VARINT));
        varint(value);
        return this;
    }

    Message number(int field, double value) {
        return fixed(field, Double.doubleToRawLongBits(value));
    }

    Message fixed(int field, long value) {
        varint(tag(field, FIXED_64));
        ensure(Long.BYTES);
        for (int shift = 0; shift < Long.SIZE; shift += Byte.SIZE) {
            buffer[used++] = (byte) (value >>> shift);
        }
        return this;
    }

    Message text(int field, String value) {
        byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
        varint(tag(field, LENGTH_DELIMITED));
        varint(bytes.length);
        ensure(bytes.length);
        System.arraycopy(bytes, 0, buffer, used, bytes.length);
        used += bytes.length;
        return this;
    }

    void writeTo(Output output) {
        output.write(buffer, 0, used);
        used = 0;
    }

    private static int tag(int field, int wireType) {
        return field << WIRE_TYPE_BITS | wireType;
    }

    private void varint(long value) {
        ensure(Long.SIZE / BITS + 1);
        long rest = value;
        while ((rest & -MORE) != 0) {
            buffer[used++] = (byte) (rest & MORE - 1 | MORE);
            rest >>>= BITS;
        }
        buffer[used++] = (byte) rest;
    }

    private void ensure(int bytes) {
        if (buffer.length - used < bytes) {
            buffer = Arrays.copyOf(buffer, Math.max(2 * buffer.length, used + bytes));
        }
    }
}
