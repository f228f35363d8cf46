package org.asterism.examples.heat.internal;

/**
 * Colours of a picture: those of temperatures from cold to hot, paper and ink.
 *
 * <p>Equal differences of temperature are equal differences of lightness (CIE L*), from nearly black over violet and
 * orange to pale yellow. So readers with any kind of colour vision see where the plate is hotter, in grey print too.
 */
final class Palette {
    /** The number of the paper's colour. */
    static final byte PAPER = (byte) 254;

    /** The number of the ink's colour. */
    static final byte INK = (byte) 255;

    private static final int HOTTEST = 253;
    private static final int INK_COLOUR = 0x1F2933;
    private static final int PAPER_COLOUR = 0xFFFFFF;
    private static final int[] CORNERS = {
        0x081033, 0x1C255C, 0x4A3776, 0x804A74, 0xAD6266, 0xCA8358, 0xDBA957, 0xEBCE73, 0xF8F1BB
    };

    private Palette() {}

    /** Returns the colours, each as red, green and blue. */
    static byte[] colours() {
        byte[] colours = new byte[3 * 256];
        for (int index = 0; index <= HOTTEST; index++) {
            double place = (double) index / HOTTEST * (CORNERS.length - 1);
            int corner = Math.min((int) place, CORNERS.length - 2);
            double share = place - corner;
            for (int channel = 0; channel < 3; channel++) {
                int from = channel(CORNERS[corner], channel);
                int to = channel(CORNERS[corner + 1], channel);
                colours[3 * index + channel] = (byte) Math.round(from + share * (to - from));
            }
        }
        for (int channel = 0; channel < 3; channel++) {
            colours[3 * (PAPER & 0xFF) + channel] = (byte) channel(PAPER_COLOUR, channel);
            colours[3 * (INK & 0xFF) + channel] = (byte) channel(INK_COLOUR, channel);
        }
        return colours;
    }

    private static int channel(int colour, int channel) {
        return colour >> 16 - 8 * channel & 0xFF;
    }

    /** Returns the number of a temperature's colour. */
    static byte index(double temperature) {
        double share = (temperature - Plate.COLD) / (Plate.HOT - Plate.COLD);
        return (byte) Math.clamp(Math.round(share * HOTTEST), 0, HOTTEST);
    }
}
