package org.asterism.report.text;

import java.util.List;
import java.util.Map;

/** A view that is a table, and so can be written as CSV. */
public interface Rows extends View {
    /**
     * The rows for machines.
     *
     * @return values by the name of their column, in the order of the columns; the values are those of
     *     {@link Column#value}
     */
    List<Map<String, Object>> records();

    @Override
    default Object json() {
        return records();
    }
}
