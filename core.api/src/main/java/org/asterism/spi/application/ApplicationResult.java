package org.asterism.spi.application;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The result of an application's run.
 *
 * @param correct whether the result passed its check; exit status 1 if not
 * @param fields named figures, in the order in which they are shown; names carry the unit ({@code time_ms},
 *     {@code gflops}), values are numbers, strings, booleans, or maps and lists of these. {@code checked} with the
 *     value false says that nobody checked the result, so that it is not shown as correct
 */
public record ApplicationResult(boolean correct, Map<String, Object> fields) {
    /** Copies the map, in its order. */
    public ApplicationResult {
        fields = Collections.unmodifiableMap(new LinkedHashMap<>(fields));
    }
}
