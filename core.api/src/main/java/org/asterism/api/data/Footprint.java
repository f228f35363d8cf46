package org.asterism.api.data;

/**
 * Computes footprints: 32-bit hashes of the sizes of data. The sizes are combined by CRC-32C, big-endian and without
 * the usual inversions.
 *
 * <p>So the footprints equal those of StarPU, whose model files identify cases by footprint. Asterism can therefore use
 * StarPU's calibrations; see the documentation of models. Any thread may use it.
 */
public final class Footprint {
    private static final int POLYNOMIAL = 0x1EDC6F41;
    private static final int[] TABLE = new int[256];

    static {
        for (int top = 0; top < TABLE.length; top++) {
            int crc = top << 24;
            for (int bit = 0; bit < 8; bit++) {
                crc = crc < 0 ? crc << 1 ^ POLYNOMIAL : crc << 1;
            }
            TABLE[top] = crc;
        }
    }

    private Footprint() {}

    /**
     * Mixes a number into a footprint, its lowest byte first.
     *
     * @param number to be mixed in; its low 32 bits count
     * @param footprint so far; 0 to begin with
     * @return the footprint of both
     */
    public static int mix(long number, int footprint) {
        int crc = footprint;
        for (int shift = 0; shift < Integer.SIZE; shift += Byte.SIZE) {
            crc = crc << 8 ^ TABLE[(crc >>> 24 ^ (int) (number >>> shift)) & 0xff];
        }
        return crc;
    }

    /** The footprint of data of a kind that has a number in StarPU. */
    static int of(int kind, long... sizes) {
        int crc = 0;
        for (long size : sizes) {
            crc = mix(size, crc);
        }
        return mix(crc, kind);
    }
}
