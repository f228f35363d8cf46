package org.asterism.examples.cholesky.internal;

import java.io.IOException;
import java.util.Locale;

/**
 * The first lines of a Matrix Market file.
 *
 * @param coordinate whether places are given with the values; if not, all values follow column after column
 * @param integer whether values are whole numbers
 * @param symmetric whether only the lower triangle is given
 * @param order the number of rows and of columns
 * @param entries the number of values
 * @param sizeLine the line with the sizes
 */
record MatrixMarketHeader(
        boolean coordinate, boolean integer, boolean symmetric, int order, long entries, long sizeLine) {

    /**
     * Reads up to the line of sizes.
     *
     * @param file at its beginning
     * @param mostRows the largest order to accept
     */
    static MatrixMarketHeader read(MatrixMarketFile file, long mostRows) throws IOException {
        String[] banner = file.banner().toLowerCase(Locale.ROOT).split("\\s+");
        if (banner.length != 5) {
            throw file.wrong("the banner has " + banner.length
                    + " words; it needs five: %%MatrixMarket matrix FORMAT FIELD SYMMETRY");
        }
        oneOf(file, "object", banner[1], "matrix");
        boolean coordinate = oneOf(file, "format", banner[2], "coordinate", "array") == 0;
        boolean integer = oneOf(file, "field", banner[3], "integer", "real", "double") == 0;
        boolean symmetric = oneOf(file, "symmetry", banner[4], "symmetric", "general") == 0;
        String text = file.next();
        String expected = coordinate ? "ROWS COLUMNS ENTRIES" : "ROWS COLUMNS";
        if (text == null) {
            throw file.wrong("the file ends before its line of sizes (" + expected + ")");
        }
        String[] sizes = text.split("\\s+");
        if (sizes.length != (coordinate ? 3 : 2)) {
            throw file.wrong("'" + text + "' is no line of sizes, which is " + expected);
        }
        long rows = number(file, "the number of rows", sizes[0], 1, Integer.MAX_VALUE);
        long columns = number(file, "the number of columns", sizes[1], 1, Integer.MAX_VALUE);
        if (rows != columns) {
            throw file.wrong("the matrix has " + rows + " rows and " + columns
                    + " columns; only a square one can be symmetric positive definite");
        }
        if (rows > mostRows) {
            throw file.wrong("a matrix of " + rows
                    + " rows is too large to be factored in this machine's memory; at most " + mostRows + " rows fit");
        }
        long places = symmetric ? rows * (rows + 1) / 2 : rows * rows;
        long entries = coordinate ? number(file, "the number of entries", sizes[2], 0, Long.MAX_VALUE) : places;
        if (entries > places) {
            throw file.wrong(entries + " entries are more than the " + places + " places of the matrix");
        }
        if (entries > EntryList.MOST) {
            throw file.wrong(entries + " entries are too many; at most " + EntryList.MOST + " can be read");
        }
        return new MatrixMarketHeader(coordinate, integer, symmetric, (int) rows, entries, file.line());
    }

    private static int oneOf(MatrixMarketFile file, String what, String given, String... allowed) {
        for (int index = 0; index < allowed.length; index++) {
            if (allowed[index].equals(given)) {
                return index;
            }
        }
        throw file.wrong("the " + what + " '" + given + "' is not supported; allowed: " + String.join(", ", allowed));
    }

    private static long number(MatrixMarketFile file, String what, String text, long least, long most) {
        try {
            long number = Long.parseLong(text);
            if (number >= least && number <= most) {
                return number;
            }
        } catch (NumberFormatException noNumber) {
            // The message below says what is allowed, which is all that this exception could tell.
        }
        throw file.wrong(what + " is '" + text + "'; allowed are whole numbers from " + least + " to " + most);
    }
}
