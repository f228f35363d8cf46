package org.asterism.examples.cholesky.internal;

import java.io.IOException;
import java.nio.file.Path;
import org.asterism.spi.application.UsageException;

/**
 * Reads a symmetric matrix in Matrix Market form (Boisvert, Pozo and Remington, "The Matrix Market exchange formats:
 * initial design", NISTIR 5935, 1996): coordinate or array, real or integer, symmetric, or general with equal halves.
 *
 * <p>Blank lines and comments are allowed anywhere. A place that is given twice, and one above the diagonal of a
 * symmetric file, is refused. The format gives neither a meaning, and a guess could factor a matrix that the writer did
 * not intend.
 */
final class MatrixMarketReader {
    private final MatrixMarketFile file;
    private final MatrixMarketHeader header;
    private final EntryList lower = new EntryList();
    private final EntryList upperTurned = new EntryList();

    private MatrixMarketReader(MatrixMarketFile file, MatrixMarketHeader header) {
        this.file = file;
        this.header = header;
    }

    /**
     * Reads a file.
     *
     * @param path the file
     * @param mostRows the largest order to accept; nothing large is allocated before it is checked
     * @throws UsageException if it is no such file; the message names file, line and reason
     * @throws IOException if reading fails midway
     */
    static SparseMatrix read(Path path, long mostRows) throws IOException {
        try (MatrixMarketFile file = MatrixMarketFile.open(path)) {
            MatrixMarketReader reader = new MatrixMarketReader(file, MatrixMarketHeader.read(file, mostRows));
            if (reader.header.coordinate()) {
                reader.readCoordinates();
            } else {
                reader.readArray();
            }
            reader.expectEnd();
            return reader.matrix();
        }
    }

    private void readCoordinates() throws IOException {
        for (long entry = 0; entry < header.entries(); entry++) {
            String[] words = words(entry, 3, "ROW COLUMN VALUE");
            int row = index("row", words[0]);
            int column = index("column", words[1]);
            if (header.symmetric() && column > row) {
                throw file.wrong("the entry (" + words[0] + ", " + words[1]
                        + ") is above the diagonal; a symmetric file gives the lower triangle only");
            }
            add(row, column, value(words[2]));
        }
    }

    private void readArray() throws IOException {
        long entry = 0;
        for (int column = 0; column < header.order(); column++) {
            for (int row = header.symmetric() ? column : 0; row < header.order(); row++) {
                double value = value(words(entry++, 1, "VALUE")[0]);
                if (value != 0) {
                    add(row, column, value);
                }
            }
        }
    }

    private void add(int row, int column, double value) {
        if (column > row) {
            upperTurned.add(column, row, value, file.line());
        } else {
            lower.add(row, column, value, file.line());
        }
    }

    private String[] words(long entry, int number, String expected) throws IOException {
        String text = file.next();
        if (text == null) {
            throw file.wrong("the file ends after " + entry + " of the " + header.entries() + " entries that line "
                    + header.sizeLine() + " announces");
        }
        String[] words = text.split("\\s+");
        if (words.length != number) {
            throw file.wrong("'" + text + "' is no entry, which is " + expected);
        }
        return words;
    }

    private void expectEnd() throws IOException {
        if (file.next() != null) {
            throw file.wrong(
                    "more entries than the " + header.entries() + " that line " + header.sizeLine() + " announces");
        }
    }

    private int index(String what, String text) {
        try {
            int index = Integer.parseInt(text);
            if (index >= 1 && index <= header.order()) {
                return index - 1;
            }
        } catch (NumberFormatException noNumber) {
            // The message below says what is allowed, which is all that this exception could tell.
        }
        throw file.wrong("the " + what + " is '" + text + "'; allowed are 1 to " + header.order());
    }

    private double value(String text) {
        String letters = header.integer() ? "+-0123456789" : "+-.eE0123456789";
        try {
            // Java's own notation allows more than the format does: hexadecimal numbers, suffixes, NaN.
            if (text.chars().allMatch(letter -> letters.indexOf(letter) >= 0)) {
                double value = Double.parseDouble(text);
                if (Double.isFinite(value)) {
                    return value;
                }
            }
        } catch (NumberFormatException noNumber) {
            // The message below says what is allowed, which is all that this exception could tell.
        }
        throw file.wrong("the value '" + text + "' is no "
                + (header.integer() ? "whole number, which the banner announces" : "finite decimal number"));
    }

    private SparseMatrix matrix() {
        EntryList.Sorted kept = lower.sorted(header.order());
        refuseDoubles(kept, false);
        if (!header.symmetric()) {
            EntryList.Sorted mirrored = upperTurned.sorted(header.order());
            refuseDoubles(mirrored, true);
            requireEqualHalves(kept, mirrored);
        }
        return new SparseMatrix(header.order(), kept.starts(), kept.columns(), kept.values());
    }

    private void refuseDoubles(EntryList.Sorted entries, boolean turned) {
        for (int row = 0; row < header.order(); row++) {
            for (int at = entries.starts()[row] + 1; at < entries.starts()[row + 1]; at++) {
                if (entries.columns()[at] == entries.columns()[at - 1]) {
                    throw file.wrong(
                            entries.lines()[at],
                            "the entry " + place(row, entries.columns()[at], turned) + " is in line "
                                    + entries.lines()[at - 1] + " already");
                }
            }
        }
    }

    private void requireEqualHalves(EntryList.Sorted below, EntryList.Sorted above) {
        for (int row = 0; row < header.order(); row++) {
            int a = below.starts()[row];
            int b = above.starts()[row];
            int endBelow = below.starts()[row + 1];
            int endAbove = above.starts()[row + 1];
            while (a < endBelow || b < endAbove) {
                int columnBelow = a < endBelow ? below.columns()[a] : Integer.MAX_VALUE;
                int columnAbove = b < endAbove ? above.columns()[b] : Integer.MAX_VALUE;
                if (columnBelow == row) {
                    a++;
                    continue;
                }
                double valueBelow = columnBelow <= columnAbove ? below.values()[a] : 0;
                double valueAbove = columnAbove <= columnBelow ? above.values()[b] : 0;
                if (valueBelow != valueAbove) {
                    int column = Math.min(columnBelow, columnAbove);
                    long line = Math.max(
                            columnBelow == column ? below.lines()[a] : 0, columnAbove == column ? above.lines()[b] : 0);
                    throw file.wrong(
                            line,
                            "the matrix is not symmetric: " + place(row, column, false) + " is " + valueBelow + " and "
                                    + place(row, column, true) + " is " + valueAbove);
                }
                a += columnBelow <= columnAbove ? 1 : 0;
                b += columnAbove <= columnBelow ? 1 : 0;
            }
        }
    }

    private static String place(int row, int column, boolean turned) {
        return turned ? "(" + (column + 1) + ", " + (row + 1) + ")" : "(" + (row + 1) + ", " + (column + 1) + ")";
    }
}
