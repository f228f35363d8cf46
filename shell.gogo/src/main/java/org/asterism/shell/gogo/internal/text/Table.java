package org.asterism.shell.gogo.internal.text;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Lays out a table. Columns are as wide as their longest cell; when the line is too short for that, the widest columns
 * give way first, the first one, which tells what a row is about, behind the others; what does not fit a cell is cut with an ellipsis.
 */
final class Table {
    private static final int GAP = 2;
    /** Below this no column shrinks: what is left of a cell should still say something. */
    private static final int LEAST = 4;

    /** Columns besides the first do not go below this for its sake. */
    private static final int ENOUGH = 12;

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
        int[] widths = widths(width);
        List<String> lines = new ArrayList<>();
        lines.add(line(titles, widths));
        for (List<String> row : rows) {
            lines.add(line(row, widths));
        }
        return String.join("\n", lines);
    }

    /** Lays it out such that the texts of the last column are broken where they do not fit, rather than cut. */
    String layOutWhole(int width) {
        int[] widths = widths(width);
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

    private int[] widths(int width) {
        int[] widths = new int[titles.size()];
        int total = GAP * (widths.length - 1);
        for (int column = 0; column < widths.length; column++) {
            widths[column] = length(titles.get(column));
            for (List<String> row : rows) {
                widths[column] = Math.max(widths[column], length(row.get(column)));
            }
            total += widths[column];
        }
        for (; total > width; total--) {
            int widest = widest(widths, 1);
            if (widest == widths.length || widths[widest] <= ENOUGH) {
                widest = widest(widths, 0);
            }
            if (widths[widest] <= LEAST) {
                break;
            }
            widths[widest]--;
        }
        return widths;
    }

    private static int widest(int[] widths, int first) {
        int widest = first;
        for (int column = first + 1; column < widths.length; column++) {
            if (widths[column] > widths[widest]) {
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
