package org.asterism.report.text;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Report of a command's action: a sentence in the text form, and fields in JSON.
 *
 * @param sentence one line
 * @param json fields, in their order; see {@link Column#value}
 */
public record Said(String sentence, Map<String, Object> json) implements Answer {
    /** Copies the map, in its order. */
    public Said {
        json = Collections.unmodifiableMap(new LinkedHashMap<>(json));
    }

    @Override
    public String text(int width) {
        return Escaped.of(sentence);
    }

    @Override
    public String toString() {
        return sentence;
    }
}
