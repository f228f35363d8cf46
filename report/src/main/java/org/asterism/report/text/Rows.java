package org.asterism.report.text;

import java.util.List;
import java.util.Map;

/** View that is a table, so that it has a CSV form. */
public interface Rows extends View {
    /**
     * Returns the rows for CSV and JSON.
     *
     * @return values by column name, in the order of the columns; see {@link Column#value}
     */
    List<Map<String, Object>> records();

    @Override
    default Object json() {
        return records();
    }
}
