package org.asterism.examples.heat.internal;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.CRC32;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;

/** Writes pictures of at most 256 colours in the PNG format (ISO/IEC 15948), row by row. */
final class PngWriter {
    private static final byte[] SIGNATURE = {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n'};
    private static final int BITS_PER_PIXEL = 8;
    private static final int INDEXED_COLOURS = 3;
    private static final int PART = 1 << 16;

    /** Fills a row with the numbers of its pixels' colours. */
    @FunctionalInterface
    interface Rows {
        void fill(int row, byte[] pixels);
    }

    private PngWriter() {}

    /**
     * Writes a picture.
     *
     * @param colours red, green and blue of each colour
     */
    static void write(OutputStream file, int width, int height, byte[] colours, Rows rows) throws IOException {
        DataOutputStream out = new DataOutputStream(file);
        out.write(SIGNATURE);
        ByteArrayOutputStream header = new ByteArrayOutputStream();
        DataOutputStream fields = new DataOutputStream(header);
        fields.writeInt(width);
        fields.writeInt(height);
        // Behind these two: the standard's only methods of compression and filtering, and no interlacing.
        fields.write(new byte[] {BITS_PER_PIXEL, INDEXED_COLOURS, 0, 0, 0});
        chunk(out, "IHDR", header.toByteArray());
        chunk(out, "PLTE", colours);
        Deflater deflater = new Deflater();
        try (DeflaterOutputStream pixels = new DeflaterOutputStream(new Parts(out), deflater, PART)) {
            byte[] row = new byte[width];
            for (int index = 0; index < height; index++) {
                rows.fill(index, row);
                pixels.write(0); // this row is not filtered
                pixels.write(row);
            }
        } finally {
            deflater.end();
        }
        chunk(out, "IEND", new byte[0]);
        out.flush();
    }

    private static void chunk(DataOutputStream out, String type, byte[] content) throws IOException {
        byte[] name = type.getBytes(StandardCharsets.US_ASCII);
        CRC32 sum = new CRC32();
        sum.update(name);
        sum.update(content);
        out.writeInt(content.length);
        out.write(name);
        out.write(content);
        out.writeInt((int) sum.getValue());
    }

    /** Writes each piece of compressed pixels from the deflater as a chunk. */
    private static final class Parts extends OutputStream {
        private final DataOutputStream out;

        Parts(DataOutputStream out) {
            this.out = out;
        }

        @Override
        public void write(int single) throws IOException {
            write(new byte[] {(byte) single}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int from, int count) throws IOException {
            chunk(out, "IDAT", Arrays.copyOfRange(bytes, from, from + count));
        }
    }
}
