package org.asterism.trace.internal.recording;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;
import org.asterism.trace.internal.format.ChunkHead;
import org.asterism.trace.internal.format.FileHead;

/** Makes the checksums of a damaged file right, so that its content is read. */
final class Checksums {
    private static final int CHECKED = ChunkHead.BYTES - Integer.BYTES;

    private Checksums() {}

    static void repair(byte[] file) {
        ByteBuffer bytes = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN);
        int at = FileHead.BYTES;
        while (at + ChunkHead.BYTES <= file.length) {
            int length = bytes.getInt(at + 12);
            if (length < 0 || length > file.length - at - ChunkHead.BYTES) {
                return;
            }
            CRC32C sum = new CRC32C();
            sum.update(file, at, CHECKED);
            sum.update(file, at + ChunkHead.BYTES, length);
            bytes.putInt(at + CHECKED, (int) sum.getValue());
            at += ChunkHead.BYTES + length;
        }
    }
}
