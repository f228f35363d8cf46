package org.asterism.report.text;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Answer of names and values, one below the other.
 *
 * @param values values by name, in the order of display; see {@link Column#value}
 */
public record Fields(Map<String, Object> values) implements Answer {
    /**
     * Maximum length of a value in the text form. Longer ones, such as a list of a thousand workers, only appear in
     * JSON.
     */
    private static final int LONGEST = 500;

    /** Copies the map, in its order. */
    public Fields {
        values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
    }

    @Override
    public String text(int width) {
        int longest = values.keySet().stream().mapToInt(String::length).max().orElse(0);
        return values.entrySet().stream()
                .map(field -> Wrapped.behind(
                        field.getKey() + " ".repeat(longest - field.getKey().length() + 2),
                        Column.cut(Escaped.of(Column.text(field.getValue())), LONGEST),
                        width))
                .collect(Collectors.joining("\n"));
    }

    @Override
    public Map<String, Object> json() {
        return values;
    }

    @Override
    public String toString() {
        return text(USUAL_WIDTH);
    }
}
