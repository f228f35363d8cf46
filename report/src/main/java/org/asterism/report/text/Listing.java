package org.asterism.report.text;

import java.util.AbstractList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Table of rows of one type. For scripts it is a list of the rows.
 *
 * @param <R> type of a row
 */
public final class Listing<R> extends AbstractList<R> implements Rows {
    private final List<R> rows;
    private final List<Column<R>> columns;
    private final String whenEmpty;

    /**
     * Creates a table.
     *
     * @param rows rows, in the order of display
     * @param columns columns, from left to right
     * @param whenEmpty sentence that replaces a table without rows
     */
    public Listing(List<R> rows, List<Column<R>> columns, String whenEmpty) {
        this.rows = List.copyOf(rows);
        this.columns = List.copyOf(columns);
        this.whenEmpty = whenEmpty;
    }

    @Override
    public R get(int index) {
        return rows.get(index);
    }

    @Override
    public int size() {
        return rows.size();
    }

    @Override
    public String text(int width) {
        return rows.isEmpty() ? whenEmpty : table().layOut(width);
    }

    /**
     * Returns the table with the complete texts of its last column.
     *
     * @param width number of columns of a line, at which these texts are wrapped
     * @return lines, without a line end after the last one
     */
    public String whole(int width) {
        return rows.isEmpty() ? whenEmpty : table().layOutWhole(width);
    }

    private Table table() {
        List<Column<R>> shown =
                columns.stream().filter(column -> !column.title().isEmpty()).toList();
        boolean[] right = new boolean[shown.size()];
        for (int index = 0; index < right.length; index++) {
            Column<R> column = shown.get(index);
            right[index] = rows.stream().anyMatch(row -> column.value().apply(row) instanceof Number);
        }
        Table table = new Table(shown.stream().map(Column::title).toList(), right);
        for (R row : rows) {
            table.add(shown.stream()
                    .map(column -> Column.text(column.value().apply(row)))
                    .toList());
        }
        return table;
    }

    @Override
    public List<Map<String, Object>> records() {
        return rows.stream()
                .map(row -> {
                    Map<String, Object> object = new LinkedHashMap<>();
                    columns.stream()
                            .filter(column -> !column.field().isEmpty())
                            .forEach(column ->
                                    object.put(column.field(), column.value().apply(row)));
                    return object;
                })
                .toList();
    }

    @Override
    public String toString() {
        return text(USUAL_WIDTH);
    }
}
