package org.asterism.trace.internal.format;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Instant;
import org.asterism.trace.TraceHeader;

/** Content of the first chunk: when the recording began, and by which clock. */
public final class Start {
    private static final int BYTES = 2 * Long.BYTES + 2 * Integer.BYTES;

    private Start() {}

    public static byte[] encode(TraceHeader header) {
        return ByteBuffer.allocate(BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(header.started().getEpochSecond())
                .putInt(header.started().getNano())
                .putInt(header.virtual() ? 1 : 0)
                .putLong(header.origin())
                .array();
    }

    /** Decodes the content; null if it is damaged. */
    public static TraceHeader decode(ByteBuffer content, int major, int minor) {
        if (content.remaining() < BYTES) {
            return null;
        }
        content.order(ByteOrder.LITTLE_ENDIAN);
        long second = content.getLong();
        int nano = content.getInt();
        boolean virtual = (content.getInt() & 1) != 0;
        Instant started = Instant.ofEpochSecond(
                Math.clamp(second, Instant.MIN.getEpochSecond(), Instant.MAX.getEpochSecond()), 0);
        return new TraceHeader(
                major, minor, started.plusNanos(Math.floorMod(nano, 1_000_000_000)), content.getLong(), virtual);
    }
}
