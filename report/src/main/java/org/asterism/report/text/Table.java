package org.asterism.report.text;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Layout of a table. Columns are as wide as their longest cell. If a line is too short, the widest columns shrink
 * first; the first column, which identifies the row, shrinks last. Text that does not fit a cell is cut with an
 * ellipsis. Numbers and titles are never cut. If there is no room for them, each row becomes a paragraph of titles and
 * values.
 */
final class Table {
    private static final int GAP = 2;
    /** Minimum width of a column, so that the rest of a cell is still meaningful. */
    private static final int LEAST = 4;

    /** Minimum width of other columns in favour of the first column. */
    private static final int ENOUGH = 12;

    /** Minimum width of a text in a table. With less, a paragraph is easier to read. */
    private static final int READABLE = 8;

    private static final int INDENT = 4;

    private final List<String> titles;
    private final boolean[] rightAligned;
    private final List<List<String>> rows = new ArrayList<>();

    Table(List<String> titles, boolean[] rightAligned) {
        this.titles = titles;
        this.rightAligned = rightAligned;
    }

    void add(List<String> cells) {
        rows.add(cells.stream().map(Escaped::of).toList());
    }

    String layOut(int width) {
        int[] least = readable();
        if (total(least) > width) {
            return rows.stream().map(row -> paragraph(row, width)).collect(Collectors.joining("\n"));
        }
        int[] widths = widths(width, least);
        List<String> lines = new ArrayList<>();
        lines.add(line(titles, widths));
        for (List<String> row : rows) {
            lines.add(line(row, widths));
        }
        return String.join("\n", lines);
    }

    private String paragraph(List<String> row, int width) {
        List<String> values = new ArrayList<>();
        for (int column = 1; column < row.size(); column++) {
            if (!row.get(column).isEmpty()) {
                values.add(titles.get(column) + " " + row.get(column));
            }
        }
        return Wrapped.lines(row.getFirst() + ": ", String.join(", ", values), width, INDENT);
    }

    /** Returns the minimum width of each column. */
    private int[] readable() {
        int[] longest = longest();
        int[] least = new int[longest.length];
        for (int column = 0; column < least.length; column++) {
            int readable = column == 0 ? ENOUGH : Math.max(READABLE, length(titles.get(column)));
            least[column] = rightAligned[column] ? longest[column] : Math.min(readable, longest[column]);
        }
        return least;
    }

    private static int total(int[] widths) {
        return Arrays.stream(widths).sum() + GAP * (widths.length - 1);
    }

    /** Returns the table with wrapped instead of cut texts in the last column. */
    String layOutWhole(int width) {
        int[] least = new int[titles.size()];
        Arrays.fill(least, LEAST);
        int[] widths = widths(width, least);
        int last = widths.length - 1;
        List<String> lines = new ArrayList<>();
        lines.add(line(titles, widths));
        for (List<String> row : rows) {
            List<String> before = new ArrayList<>(row.subList(0, last));
            before.add("");
            String lead = line(before, widths);
            int indent = Arrays.stream(widths, 0, last).map(each -> each + GAP).sum();
            lines.add(Wrapped.behind(lead + " ".repeat(indent - length(lead)), row.get(last), width));
        }
        return String.join("\n", lines);
    }

    private int[] longest() {
        int[] longest = new int[titles.size()];
        for (int column = 0; column < longest.length; column++) {
            longest[column] = length(titles.get(column));
            for (List<String> row : rows) {
                longest[column] = Math.max(longest[column], length(row.get(column)));
            }
        }
        return longest;
    }

    private int[] widths(int width, int[] least) {
        int[] widths = longest();
        for (int excess = total(widths) - width; excess > 0; excess--) {
            int widest = widest(widths, least, 1);
            if (widest < 0 || widths[widest] <= ENOUGH) {
                widest = widest(widths, least, 0);
            }
            if (widest < 0) {
                break;
            }
            widths[widest]--;
        }
        return widths;
    }

    /** Returns the widest column that can still shrink, or -1. */
    private static int widest(int[] widths, int[] least, int first) {
        int widest = -1;
        for (int column = first; column < widths.length; column++) {
            if (widths[column] > least[column] && (widest < 0 || widths[column] > widths[widest])) {
                widest = column;
            }
        }
        return widest;
    }

    private String line(List<String> cells, int[] widths) {
        StringBuilder line = new StringBuilder();
        for (int column = 0; column < widths.length; column++) {
            String cell =
                    column == 0 ? cutWithin(cells.get(column), widths[column]) : cut(cells.get(column), widths[column]);
            String padding = " ".repeat(widths[column] - length(cell));
            line.append(column == 0 ? "" : " ".repeat(GAP))
                    .append(rightAligned[column] ? padding + cell : cell + padding);
        }
        return line.toString().stripTrailing();
    }

    static String cut(String text, int width) {
        if (length(text) <= width) {
            return text;
        }
        return text.substring(0, text.offsetByCodePoints(0, width - 1)) + "\u2026";
    }

    /** Cuts a text in the middle, because names with equal beginnings often have different ends. */
    private static String cutWithin(String text, int width) {
        if (length(text) <= width) {
            return text;
        }
        int kept = width / 2;
        return cut(text, width - kept) + text.substring(text.offsetByCodePoints(0, length(text) - kept));
    }

    private static int length(String text) {
        return text.codePointCount(0, text.length());
    }
}
