package org.asterism.report.text;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Writer of tables as comma-separated values (RFC 4180, with line feeds). */
public final class Csv {
    private Csv() {}

    /**
     * Writes a table.
     *
     * @param rows the table; numbers have all their digits, lists are joined by {@code ", "}, null is an empty cell
     * @return a line of names and one line per row, without a line end after the last one; empty without rows
     */
    public static String lines(Rows rows) {
        List<Map<String, Object>> records = rows.records();
        Set<String> names = new LinkedHashSet<>();
        records.forEach(row -> names.addAll(row.keySet()));
        String heading = names.stream().map(Csv::cell).collect(Collectors.joining(","));
        return records.stream()
                .map(row -> names.stream().map(name -> cell(row.get(name))).collect(Collectors.joining(",")))
                .collect(Collectors.joining("\n", records.isEmpty() ? "" : heading + "\n", ""));
    }

    private static String cell(Object value) {
        String text = value instanceof Number ? value.toString() : Column.text(value);
        boolean needsQuotes = text.chars().anyMatch(letter -> ",\"\n\r".indexOf(letter) >= 0);
        return needsQuotes ? '"' + text.replace("\"", "\"\"") + '"' : text;
    }
}
