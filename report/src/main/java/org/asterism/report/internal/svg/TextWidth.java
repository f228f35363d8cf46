package org.asterism.report.internal.svg;

/**
 * How wide a text may become. Which font a viewer has is not known, so this counts with the letters of DejaVu Sans,
 * which are wider than those of the other usual fonts.
 */
public final class TextWidth {
    private static final double NARROW = 0.38;
    private static final double USUAL = 0.64;
    private static final double WIDE = 0.98;
    private static final double BOLD = 1.1;

    private TextWidth() {}

    /**
     * Estimates a width.
     *
     * @param text one line
     * @param size of the font
     * @param bold whether its letters are bold
     * @return at least as wide as the text in any usual font, in the unit of the size
     */
    public static double of(String text, double size, boolean bold) {
        double width = text.codePoints().mapToDouble(TextWidth::letter).sum() * size;
        return bold ? width * BOLD : width;
    }

    /**
     * Shortens a text that may not fit.
     *
     * @param text one line
     * @param size of the font
     * @param bold whether its letters are bold
     * @param room how wide it may become
     * @return the text, or its beginning with an ellipsis
     */
    public static String cut(String text, double size, boolean bold, double room) {
        if (of(text, size, bold) <= room) {
            return text;
        }
        int end = text.length();
        while (end > 0 && of(text.substring(0, end) + "\u2026", size, bold) > room) {
            end = text.offsetByCodePoints(end, -1);
        }
        return text.substring(0, end) + "\u2026";
    }

    private static double letter(int letter) {
        if ("ijltfrI.,:;'|!()[]{}/- ".indexOf(letter) >= 0) {
            return NARROW;
        }
        return "mwMWO@%&\u2026\u00d7".indexOf(letter) >= 0 || letter > 0x2000 ? WIDE : USUAL;
    }
}
