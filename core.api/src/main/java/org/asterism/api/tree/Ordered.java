package org.asterism.api.tree;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SequencedMap;

/** Immutable maps that keep their order. */
final class Ordered {
    private Ordered() {}

    static <V> SequencedMap<String, V> copy(Map<String, ? extends V> map) {
        return Collections.unmodifiableSequencedMap(new LinkedHashMap<>(map));
    }
}
