package org.asterism.examples.heat.internal;

/**
 * Bitmaps of the digits and the degree sign. With these, the bundle needs neither fonts nor {@code java.desktop}, which
 * machines without a screen often lack.
 */
final class Digits {
    /** Height of a sign in dots. */
    static final int HEIGHT = 7;

    /** Distance from a sign to the next, in dots. */
    static final int ADVANCE = 6;

    private static final int WIDTH = 5;
    private static final String SIGNS = "0123456789\u00b0";
    private static final String[] DOTS = {
        " ###    #    ###  ####     #  #####   ##  #####  ###   ###   ##  ",
        "#   #  ##   #   #     #   ##  #      #        # #   # #   # #  # ",
        "#   #   #       #     #  # #  ####  #        #  #   # #   # #  # ",
        "#   #   #     ##   ###  #  #      # ####    #    ###   ####  ##  ",
        "#   #   #    #        # #####     # #   #  #    #   #     #      ",
        "#   #   #   #         #    #  #   # #   #  #    #   #    #       ",
        " ###   ###  ##### ####     #   ###   ###   #     ###   ##        "
    };

    private Digits() {}

    /** Returns how many dots a text is wide. */
    static int width(String text) {
        return text.length() * ADVANCE - 1;
    }

    /**
     * Returns whether there is ink.
     *
     * @param text digits and the sign of degrees
     * @param row of dots, from 0 at the top
     * @param column of dots, from 0 at the left
     */
    static boolean isInk(String text, int row, int column) {
        int at = column / ADVANCE;
        if (row < 0 || row >= HEIGHT || column < 0 || at >= text.length() || column % ADVANCE >= WIDTH) {
            return false;
        }
        return dot(SIGNS.indexOf(text.charAt(at)), row, column % ADVANCE);
    }

    private static boolean dot(int sign, int row, int column) {
        return DOTS[row].charAt(sign * ADVANCE + column) == '#';
    }
}
