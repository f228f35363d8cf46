package org.asterism.examples.heat.internal;

/** Colours from cold to hot: black, blue, violet, red, orange, yellow, white, and even steps between them. */
final class Palette {
    /** How many colours there are. */
    static final int SIZE = 256;

    private static final int[] CORNERS = {0x05060F, 0x1B2A8A, 0x7A1FA2, 0xD32F2F, 0xFB8C00, 0xFFEB3B, 0xFFFFFF};

    private Palette() {}

    /** The colours, each as red, green and blue. */
    static byte[] colours() {
        byte[] colours = new byte[3 * SIZE];
        for (int index = 0; index < SIZE; index++) {
            double place = (double) index / (SIZE - 1) * (CORNERS.length - 1);
            int corner = Math.min((int) place, CORNERS.length - 2);
            double share = place - corner;
            for (int channel = 0; channel < 3; channel++) {
                int shift = 16 - 8 * channel;
                int from = CORNERS[corner] >> shift & 0xFF;
                int to = CORNERS[corner + 1] >> shift & 0xFF;
                colours[3 * index + channel] = (byte) Math.round(from + share * (to - from));
            }
        }
        return colours;
    }

    /** The number of a temperature's colour. */
    static byte index(double temperature) {
        double share = (temperature - Plate.COLD) / (Plate.HOT - Plate.COLD);
        return (byte) Math.clamp(Math.round(share * (SIZE - 1)), 0, SIZE - 1);
    }
}
