package org.asterism.trace.report.internal.analysis;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Numbers of codelets, by which tiles and bars name them. All recordings of a page share them. */
public final class CodeletNumbers {
    /** One byte of a tile names a codelet; 0 means none. */
    static final int MOST = 254;

    private static final String OTHERS = "others";

    private final Map<String, Integer> numbers = new LinkedHashMap<>();

    /**
     * Returns the number of a codelet.
     *
     * @param codelet its name
     * @return from 0 to 253, which all further codelets share
     */
    public int of(String codelet) {
        Integer known = numbers.get(codelet);
        if (known != null) {
            return known;
        }
        String name = numbers.size() < MOST - 1 ? codelet : OTHERS;
        return numbers.computeIfAbsent(name, _ -> numbers.size());
    }

    /**
     * Returns the names.
     *
     * @return by number
     */
    public List<String> names() {
        return new ArrayList<>(numbers.keySet());
    }
}
