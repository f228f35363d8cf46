package org.asterism.run.option;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.asterism.spi.application.UsageException;

/** Reader of properties that are written as {@code key=value}. */
public final class KeyValues {
    private KeyValues() {}

    /**
     * Splits words into keys and values.
     *
     * @param words words of the form {@code key=value}
     * @return values by key, in the order in which they were typed
     * @throws UsageException if a word has another form, or a key occurs twice
     */
    public static Map<String, String> parse(List<String> words) {
        Map<String, String> pairs = new LinkedHashMap<>();
        for (String word : words) {
            int equals = word.indexOf('=');
            if (equals < 1) {
                throw new UsageException("'" + word + "' is no property: write key=value, without spaces");
            }
            if (pairs.put(word.substring(0, equals), word.substring(equals + 1)) != null) {
                throw new UsageException("property '" + word.substring(0, equals) + "' is given twice");
            }
        }
        return pairs;
    }
}
