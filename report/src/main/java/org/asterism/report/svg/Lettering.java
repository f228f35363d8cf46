package org.asterism.report.svg;

/**
 * Size and weight of a text. It tells how wide the text is in Helvetica, Arial or Liberation Sans. {@link SvgWriter}
 * makes the text that wide in any other font too.
 *
 * @param size of the font, in pixels
 * @param bold whether the letters are bold
 */
public record Lettering(double size, boolean bold) {
    private static final String ELLIPSIS = "\u2026";
    private static final double THOUSANDTHS = 1000;

    /** Room that a box computed from the text's width may lack because of rounding, in pixels. */
    private static final double ROUNDING = 1e-6;

    /**
     * Returns letters of normal weight.
     *
     * @param size of the font, in pixels
     * @return the lettering
     */
    public static Lettering of(double size) {
        return new Lettering(size, false);
    }

    /**
     * Returns bold letters.
     *
     * @param size of the font, in pixels
     * @return the lettering
     */
    public static Lettering bold(double size) {
        return new Lettering(size, true);
    }

    /**
     * Computes the width of a text.
     *
     * @param text one line
     * @return its width, in pixels
     */
    public double width(String text) {
        LetterWidths widths = bold ? LetterWidths.BOLD : LetterWidths.REGULAR;
        return text.codePoints().mapToLong(widths::of).sum() * size / THOUSANDTHS;
    }

    /**
     * Shortens a text that does not fit.
     *
     * @param text one line
     * @param room its greatest width, in pixels
     * @return the text, or its beginning with an ellipsis; nothing if there is no room for the ellipsis
     */
    public String cut(String text, double room) {
        if (width(text) <= room + ROUNDING) {
            return text;
        }
        int end = text.length();
        while (end > 0 && width(text.substring(0, end) + ELLIPSIS) > room) {
            end = text.offsetByCodePoints(end, -1);
        }
        return end > 0 || width(ELLIPSIS) <= room ? text.substring(0, end) + ELLIPSIS : "";
    }
}
