package org.asterism.report.text;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Lays out a table. Columns are as wide as their longest cell; when the line is too short for that, the widest columns
 * give way first, the first one, which tells what a row is about, behind the others; what does not fit a cell is cut
 * with an ellipsis. Numbers and titles are never cut: where there is no room for them, each row is a paragraph of
 * titles and values instead.
 */
final class Table {
    private static final int GAP = 2;
    /** Below this no column shrinks: what is left of a cell should still say something. */
    private static final int LEAST = 4;

    /** Columns besides the first do not go below this for its sake. */
    private static final int ENOUGH = 12;

    /** With less of a text than this, a row is better read as a paragraph. */
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

    /** How narrow each column may become. */
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

    /** Lays it out such that the texts of the last column are broken where they do not fit, rather than cut. */
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

    /** The widest of the columns that can still give way; -1 if none can. */
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

    /** Names that begin alike often end differently. */
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
