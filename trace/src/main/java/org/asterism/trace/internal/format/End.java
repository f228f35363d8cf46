package org.asterism.trace.internal.format;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/**
 * Content of the last chunk.
 *
 * @param time when the recording ended, in nanoseconds of the runtime's clock
 * @param lost the number of events that were lost
 * @param reason why it ended before it was stopped; empty if it was stopped
 */
public record End(long time, long lost, String reason) {
    private static final int BEFORE_REASON = 2 * Long.BYTES + Integer.BYTES;

    public byte[] encode() {
        byte[] text = reason.getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocate(BEFORE_REASON + text.length)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(time)
                .putLong(lost)
                .putInt(text.length)
                .put(text)
                .array();
    }

    /** Decodes the content; null if it is damaged. */
    public static End decode(ByteBuffer content) {
        if (content.remaining() < BEFORE_REASON) {
            return null;
        }
        content.order(ByteOrder.LITTLE_ENDIAN);
        long time = content.getLong();
        long lost = content.getLong();
        int length = content.getInt();
        if (length < 0 || length > content.remaining()) {
            return null;
        }
        byte[] text = new byte[length];
        content.get(text);
        return new End(time, lost, new String(text, StandardCharsets.UTF_8));
    }
}
