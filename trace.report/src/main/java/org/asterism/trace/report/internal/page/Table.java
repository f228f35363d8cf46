package org.asterism.trace.report.internal.page;

import java.util.ArrayList;
import java.util.List;

/** Table of a page: cells are {@link Amount amounts} or texts. */
final class Table {
    private final String name;
    private final List<String> heads;
    private final List<List<Object>> rows = new ArrayList<>();

    Table(String name, String... heads) {
        this.name = name;
        this.heads = List.of(heads);
    }

    Table row(Object... cells) {
        rows.add(List.of(cells));
        return this;
    }

    boolean isEmpty() {
        return rows.isEmpty();
    }

    /** Writes the table behind its name, closed at first: it is the alternative to a picture. */
    void writeFolded(Html html) {
        html.open("details").element("summary", "Table: " + name);
        write(html);
        html.close();
    }

    void write(Html html) {
        if (rows.isEmpty()) {
            html.element("p", "Nothing was recorded for this table.");
            return;
        }
        // A part of a page that scrolls must be reachable by keyboard.
        html.open("div", "class", "scroll", "tabindex", 0, "role", "region", "aria-label", name);
        html.open("table").open("thead").open("tr");
        for (int column = 0; column < heads.size(); column++) {
            html.element("th", heads.get(column), "class", isNumber(column) ? "number" : "text", "scope", "col");
        }
        html.close().close().open("tbody");
        for (List<Object> row : rows) {
            html.open("tr");
            for (Object cell : row) {
                if (cell instanceof Amount amount) {
                    html.raw("<td class=\"number\">");
                    amount.write(html);
                    html.raw("</td>");
                } else {
                    html.element("td", cell.toString(), "class", "text");
                }
            }
            html.close();
        }
        html.close().close().close();
    }

    private boolean isNumber(int column) {
        return rows.getFirst().get(column) instanceof Amount;
    }
}
