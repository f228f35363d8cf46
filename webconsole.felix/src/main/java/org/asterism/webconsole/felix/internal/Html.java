package org.asterism.webconsole.felix.internal;

import java.util.List;

/**
 * Writes elements of HTML. All texts are escaped, in attributes as well: characters that HTML gives a meaning to, and
 * those of variables such as <code>${name}</code>, which the Web Console replaces in whatever a page writes.
 */
final class Html {
    private final StringBuilder text = new StringBuilder();

    /** Text between elements. */
    Html text(Object value) {
        for (char each : String.valueOf(value).toCharArray()) {
            switch (each) {
                case '<' -> text.append("&lt;");
                case '>' -> text.append("&gt;");
                case '&' -> text.append("&amp;");
                case '"' -> text.append("&quot;");
                case '\'' -> text.append("&#39;");
                case '$' -> text.append("&#36;");
                case '\\' -> text.append("&#92;");
                default -> text.append(each);
            }
        }
        return this;
    }

    /**
     * Begins an element.
     *
     * @param attributes names and values in turn
     */
    Html begin(String element, String... attributes) {
        text.append('<').append(element);
        for (int index = 0; index < attributes.length; index += 2) {
            text.append(' ').append(attributes[index]).append("=\"");
            text(attributes[index + 1]);
            text.append('"');
        }
        text.append('>');
        return this;
    }

    Html end(String element) {
        text.append("</").append(element).append(">\n");
        return this;
    }

    /** An element that contains text alone. */
    Html element(String element, Object content) {
        return begin(element).text(content).end(element);
    }

    /** Begins a table in the style of the Web Console. */
    Html table(List<String> columns) {
        begin("table", "class", "nicetable").begin("thead").begin("tr");
        columns.forEach(each -> element("th", each));
        return end("tr").end("thead").begin("tbody");
    }

    Html endTable() {
        return end("tbody").end("table");
    }

    Html row(Object... cells) {
        begin("tr");
        for (Object each : cells) {
            element("td", each);
        }
        return end("tr");
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
