package org.asterism.itest.docs;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The tables of {@code docs/from-starpu.md}: one per page of StarPU's handbook, under the page's title. */
final class StarpuTable {
    static final String NOT_YET = "not yet";
    static final String NOT_NEEDED = "not needed";

    private static final Pattern CODE = Pattern.compile("`([^`]+)`");

    private final Map<String, List<Row>> pages = new LinkedHashMap<>();

    /**
     * One row.
     *
     * @param line its number in the document, from 1
     * @param original what StarPU names
     * @param counterpart what Asterism has
     * @param remark further words
     */
    record Row(int line, String original, String counterpart, String remark) {
        /** What stands between backticks in the first column. */
        List<String> originals() {
            return codes(original);
        }

        /** Whether the row says in words that there is no counterpart. */
        boolean hasNone() {
            return counterpart.equals(NOT_YET) || counterpart.equals(NOT_NEEDED);
        }

        private static List<String> codes(String cell) {
            return CODE.matcher(cell).results().map(code -> code.group(1)).toList();
        }

        @Override
        public String toString() {
            return "line " + line + " (" + original + ")";
        }
    }

    StarpuTable(List<String> document) {
        List<Row> rows = null;
        for (int number = 1; number <= document.size(); number++) {
            String line = document.get(number - 1);
            if (line.startsWith("## ")) {
                rows = new ArrayList<>();
                pages.put(line.substring(3), rows);
            } else if (rows != null && line.startsWith("| ") && !isHeader(line)) {
                rows.add(row(number, line));
            }
        }
    }

    private static boolean isHeader(String line) {
        return line.startsWith("| ---") || line.startsWith("| In StarPU |");
    }

    private static Row row(int number, String line) {
        Matcher cells = Pattern.compile("\\| (.+?) \\| (.+?) \\|(.*?) ?\\|").matcher(line);
        if (!cells.matches()) {
            throw new IllegalArgumentException("line " + number + " has not the three cells of a row: " + line);
        }
        return new Row(number, cells.group(1), cells.group(2), cells.group(3).strip());
    }

    Map<String, List<Row>> pages() {
        return pages;
    }

    Stream<Row> rows() {
        return pages.values().stream().flatMap(List::stream);
    }
}
