package org.asterism.trace.report.internal.page;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.regex.Pattern;

/** Writes HTML. Text and attributes are escaped. For one thread. */
final class Html {
    private static final Pattern UNIT = Pattern.compile("(?<=\\d) (?=(%|[num\u00b5kMGT]?[sB])(?![A-Za-z]))");

    private final Writer writer;
    private final Deque<String> open = new ArrayDeque<>();

    Html(Writer writer) {
        this.writer = writer;
    }

    /** Writes markup as it is. */
    Html raw(CharSequence markup) {
        try {
            writer.append(markup);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        return this;
    }

    /** Opens an element; attributes are pairs of names and values. */
    Html open(String tag, Object... attributes) {
        start(tag, attributes);
        open.push(tag);
        return this;
    }

    /** Closes the last open element. */
    Html close() {
        return raw("</").raw(open.pop()).raw(">\n");
    }

    /** Writes an element that contains text only. */
    Html element(String tag, String text, Object... attributes) {
        start(tag, attributes);
        return text(text).raw("</").raw(tag).raw(">");
    }

    /** Writes an item of a list, in which numbers stay with their units on one line. */
    void sentence(String sentence) {
        element("li", UNIT.matcher(sentence).replaceAll("\u00a0"));
    }

    private void start(String tag, Object... attributes) {
        raw("<").raw(tag);
        for (int at = 0; at < attributes.length; at += 2) {
            raw(" ").raw(attributes[at].toString()).raw("=\"");
            text(attributes[at + 1].toString()).raw("\"");
        }
        raw(">");
    }

    Html text(String text) {
        StringBuilder escaped = new StringBuilder(text.length());
        for (int at = 0; at < text.length(); at++) {
            char letter = text.charAt(at);
            switch (letter) {
                case '<' -> escaped.append("&lt;");
                case '>' -> escaped.append("&gt;");
                case '&' -> escaped.append("&amp;");
                case '"' -> escaped.append("&quot;");
                default -> escaped.append(letter < ' ' && letter != '\n' ? ' ' : letter);
            }
        }
        return raw(escaped);
    }
}
