package org.asterism.trace.internal.format;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;

/**
 * Head of a chunk.
 *
 * @param kind the code of its kind
 * @param thread the thread whose events it has; 0 for other chunks
 * @param length the number of bytes that follow the head
 * @param base the time to which the first record adds
 * @param last the time of the last record
 * @param records the number of records
 * @param checksum CRC32C of the head before this field and of the content
 */
public record ChunkHead(int kind, int thread, int length, long base, long last, int records, int checksum) {
    /** Bytes of a head. */
    public static final int BYTES = 40;

    /** More bytes than any recorder writes in a chunk; a greater length is damage. */
    public static final int MOST_LENGTH = 1 << 26;

    private static final int MARK = 0x4b4e4843; // "CHNK" in the file
    private static final int CHECKED = BYTES - Integer.BYTES;

    /**
     * Writes the head before the content.
     *
     * @param chunk from its position: room for the head, and the content
     */
    public static void seal(ByteBuffer chunk, ChunkKind kind, int thread, long base, long last, int records) {
        int at = chunk.position();
        chunk.order(ByteOrder.LITTLE_ENDIAN)
                .putInt(at, MARK)
                .putInt(at + 4, kind.code())
                .putInt(at + 8, thread)
                .putInt(at + 12, chunk.remaining() - BYTES)
                .putLong(at + 16, base)
                .putLong(at + 24, last)
                .putInt(at + 32, records)
                .putInt(at + CHECKED, checksum(chunk));
    }

    /**
     * Reads a head.
     *
     * @param bytes at least as many as a head has, from its position
     * @return null if it is none
     */
    public static ChunkHead read(ByteBuffer bytes) {
        ByteBuffer head = bytes.slice().order(ByteOrder.LITTLE_ENDIAN);
        int length = head.getInt(12);
        if (head.getInt(0) != MARK || length < 0 || length > MOST_LENGTH) {
            return null;
        }
        return new ChunkHead(
                head.getInt(4),
                head.getInt(8),
                length,
                head.getLong(16),
                head.getLong(24),
                head.getInt(32),
                head.getInt(CHECKED));
    }

    /** Whether a whole chunk has the checksum of its head. */
    public boolean matches(ByteBuffer chunk) {
        return checksum(chunk) == checksum;
    }

    private static int checksum(ByteBuffer chunk) {
        CRC32C sum = new CRC32C();
        sum.update(chunk.slice(chunk.position(), CHECKED));
        sum.update(chunk.slice(chunk.position() + BYTES, chunk.remaining() - BYTES));
        return (int) sum.getValue();
    }
}
