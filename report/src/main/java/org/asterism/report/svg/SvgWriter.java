package org.asterism.report.svg;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Writes an SVG picture: first its elements, then {@link #document} puts them on a page that is light or dark, as the
 * reader prefers.
 *
 * <p>Values of attributes are numbers, words, a {@link Paint} or a {@link Swatch}. The writer escapes XML's special
 * characters. It throws {@link IllegalArgumentException} if two paints have the same light value and different dark
 * values. One thread uses a writer at a time.
 */
public final class SvgWriter {
    private static final int PLACES = 2;

    private final StringBuilder text;
    private final Map<String, Paint> paints = new TreeMap<>();
    private final Set<Swatch> hatched = new LinkedHashSet<>();

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
     * Writes an element that contains a text, such as a title that viewers show beside the pointer.
     *
     * @param name of the element
     * @param content as it is to be read
     * @return this
     */
    public SvgWriter words(String name, String content) {
        text.append('<').append(name).append('>').append(escaped(content));
        return close(name);
    }

    /**
     * Writes a rectangle.
     *
     * @param x left edge
     * @param y upper edge
     * @param width in pixels
     * @param height in pixels
     * @param attributes names and values in turn
     * @return this
     */
    public SvgWriter rect(double x, double y, double width, double height, Object... attributes) {
        begin("rect", "x", x, "y", y, "width", width, "height", height);
        attributes(attributes);
        text.append("/>\n");
        return this;
    }

    /**
     * Writes a line of text that fits its room in any font. Viewers stretch or squeeze the letters to the width that
     * the lettering computes. A text that is too long ends with an ellipsis, and is whole beside the pointer.
     *
     * @param lettering size and weight
     * @param x where the line begins, or ends or has its middle if the attributes have a {@code text-anchor}
     * @param y the base line
     * @param room greatest width, in pixels
     * @param content as it is to be read
     * @param attributes names and values in turn
     * @return this
     */
    public SvgWriter line(Lettering lettering, double x, double y, double room, String content, Object... attributes) {
        String shown = lettering.cut(content, room);
        if (shown.isBlank()) {
            return this;
        }
        begin("text", "x", x, "y", y, "font-size", lettering.size());
        if (lettering.bold()) {
            attributes("font-weight", "bold");
        }
        attributes("textLength", lettering.width(shown), "lengthAdjust", "spacingAndGlyphs");
        attributes(attributes);
        text.append('>').append(escaped(shown));
        if (!shown.equals(content)) {
            words("title", content);
        }
        return close("text");
    }

    /**
     * Puts the elements that were written on a page.
     *
     * @param title for readers who cannot see the picture
     * @param description the same, at length; empty for none
     * @param width of the page, in pixels
     * @param height of the page, in pixels
     * @return an SVG document
     */
    public String document(String title, String description, double width, double height) {
        SvgWriter page = new SvgWriter(text.length() + 4096);
        page.paints.putAll(paints);
        page.element("rect", "width", width, "height", height, "fill", Paint.PAPER);
        if (!hatched.isEmpty()) {
            page.open("defs");
            hatched.forEach(swatch -> swatch.hatching().define(page, swatch));
            page.close("defs");
        }
        SvgWriter head = new SvgWriter(text.length() + 8192);
        head.text.append("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
        head.open(
                "svg",
                "xmlns",
                "http://www.w3.org/2000/svg",
                "width",
                width,
                "height",
                height,
                "viewBox",
                "0 0 " + number(width) + " " + number(height),
                "role",
                "img",
                "font-family",
                "Helvetica, Arial, sans-serif",
                "font-size",
                "12",
                "fill",
                Paint.INK);
        head.words("title", title);
        if (!description.isEmpty()) {
            head.words("desc", description);
        }
        head.paints.forEach(page::remember);
        head.text.append("<style>@media (prefers-color-scheme:dark){\n").append(page.darkRules());
        head.text.append("}</style>\n").append(page.text).append(text);
        return head.close("svg").text.toString();
    }

    /** Rules that replace light values. Attributes keep these, for viewers that do not know such rules. */
    private StringBuilder darkRules() {
        StringBuilder rules = new StringBuilder();
        paints.forEach((selector, paint) -> {
            if (!paint.light().equals(paint.dark())) {
                rules.append(selector).append('{');
                rules.append(selector, 1, selector.indexOf('=')).append(':').append(paint.dark());
                rules.append("}\n");
            }
        });
        return rules;
    }

    private void begin(String name, Object... attributes) {
        text.append('<').append(name);
        attributes(attributes);
    }

    private void attributes(Object... attributes) {
        for (int at = 0; at < attributes.length; at += 2) {
            String name = attributes[at].toString();
            text.append(' ').append(name).append("=\"");
            text.append(value(name, attributes[at + 1])).append('"');
        }
    }

    private CharSequence value(String name, Object value) {
        return switch (value) {
            case Double number -> number(number);
            case Paint paint -> {
                remember("[" + name + "=\"" + paint.light() + "\"]", paint);
                yield paint.light();
            }
            case Swatch swatch when swatch.hatching() == Hatching.NONE -> value(name, swatch.paint());
            case Swatch swatch -> {
                hatched.add(swatch);
                yield "url(#" + swatch.id() + ")";
            }
            default -> escaped(value.toString());
        };
    }

    private void remember(String selector, Paint paint) {
        Paint former = paints.putIfAbsent(selector, paint);
        if (former != null && !former.equals(paint)) {
            throw new IllegalArgumentException("two paints have the light value '" + paint.light()
                    + "' and different dark values '" + former.dark() + "' and '" + paint.dark()
                    + "': give one of them another light value");
        }
    }

    /**
     * Writes a number with up to two decimal places, since a hundredth of a pixel is enough.
     *
     * @param value in pixels
     * @return the number as SVG writes it
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
     * Escapes a text for XML.
     *
     * @param content as it is to be read
     * @return the text with references for special characters, and spaces for those that XML forbids
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
