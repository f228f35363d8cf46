package org.asterism.trace.internal.format;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** The first bytes of a file: a magic number and the version of the format. */
public final class FileHead {
    /** Bytes of the head. */
    public static final int BYTES = 16;

    /** Readers refuse another one. */
    public static final int MAJOR = 1;

    /** Grows with additions that older readers skip. */
    public static final int MINOR = 1;

    /** The first byte is no text, and the line ends show whether the file was transferred as text. */
    private static final byte[] MAGIC = {(byte) 0x89, 'A', 'S', 'T', 'R', '\r', '\n', 0x1a};

    private FileHead() {}

    public static ByteBuffer bytes() {
        return ByteBuffer.allocate(BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .put(MAGIC)
                .putShort((short) MAJOR)
                .putShort((short) MINOR)
                .putInt(0)
                .flip();
    }

    /** Whether a file begins as recordings do. */
    public static boolean matches(ByteBuffer begin) {
        if (begin.remaining() < BYTES) {
            return false;
        }
        for (int index = 0; index < MAGIC.length; index++) {
            if (begin.get(index) != MAGIC[index]) {
                return false;
            }
        }
        return true;
    }

    public static int major(ByteBuffer begin) {
        return Short.toUnsignedInt(begin.getShort(MAGIC.length));
    }

    public static int minor(ByteBuffer begin) {
        return Short.toUnsignedInt(begin.getShort(MAGIC.length + Short.BYTES));
    }
}
