package org.asterism.report.internal.svg;

import java.math.BigDecimal;
import java.math.RoundingMode;

/** Writes the elements of an SVG picture, escaped as XML wants them. */
public final class SvgWriter {
    private static final int PLACES = 2;

    private final StringBuilder text;

    /**
     * Begins to write.
     *
     * @param capacity about how many characters there will be
     */
    public SvgWriter(int capacity) {
        text = new StringBuilder(capacity);
    }

    /**
     * Writes the beginning of an element.
     *
     * @param name of the element
     * @param attributes names and values in turn
     * @return this
     */
    public SvgWriter open(String name, Object... attributes) {
        begin(name, attributes);
        text.append(">\n");
        return this;
    }

    /**
     * Writes the end of an element.
     *
     * @param name of the element
     * @return this
     */
    public SvgWriter close(String name) {
        text.append("</").append(name).append(">\n");
        return this;
    }

    /**
     * Writes an element without content.
     *
     * @param name of the element
     * @param attributes names and values in turn
     * @return this
     */
    public SvgWriter element(String name, Object... attributes) {
        begin(name, attributes);
        text.append("/>\n");
        return this;
    }

    /**
     * Writes an element that contains a text.
     *
     * @param name of the element
     * @param content as it is to be read
     * @param attributes names and values in turn
     * @return this
     */
    public SvgWriter text(String name, String content, Object... attributes) {
        begin(name, attributes);
        text.append('>').append(escaped(content));
        return close(name);
    }

    /**
     * Writes what is XML already.
     *
     * @param markup whole elements
     * @return this
     */
    public SvgWriter raw(CharSequence markup) {
        text.append(markup);
        return this;
    }

    private void begin(String name, Object... attributes) {
        text.append('<').append(name);
        for (int at = 0; at < attributes.length; at += 2) {
            Object value = attributes[at + 1];
            text.append(' ')
                    .append(attributes[at])
                    .append("=\"")
                    .append(value instanceof Double number ? number(number) : escaped(value.toString()))
                    .append('"');
        }
    }

    @Override
    public String toString() {
        return text.toString();
    }

    /**
     * A coordinate: a hundredth of a pixel is enough.
     *
     * @param value in pixels
     * @return as SVG writes it
     */
    public static String number(double value) {
        long hundredths = Math.round(value * 100);
        if (hundredths % 100 == 0) {
            return Long.toString(hundredths / 100);
        }
        return BigDecimal.valueOf(value)
                .setScale(PLACES, RoundingMode.HALF_UP)
                .stripTrailingZeros()
                .toPlainString();
    }

    /**
     * A text as XML writes it.
     *
     * @param content as it is to be read
     * @return without anything that means something to XML, or that it does not allow
     */
    public static String escaped(String content) {
        StringBuilder escaped = new StringBuilder(content.length());
        content.codePoints().forEach(letter -> {
            switch (letter) {
                case '&' -> escaped.append("&amp;");
                case '<' -> escaped.append("&lt;");
                case '>' -> escaped.append("&gt;");
                case '"' -> escaped.append("&quot;");
                default -> escaped.appendCodePoint(isAllowed(letter) ? letter : ' ');
            }
        });
        return escaped.toString();
    }

    /** What a document of XML 1.0 may contain. */
    private static boolean isAllowed(int letter) {
        return letter >= 0x20 && letter <= 0xD7FF || letter >= 0xE000 && letter <= 0xFFFD || letter > 0xFFFF;
    }
}
