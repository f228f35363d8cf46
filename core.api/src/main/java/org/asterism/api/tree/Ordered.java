package org.asterism.api.tree;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.SequencedMap;

/** Immutable maps that keep their order. */
final class Ordered {
    private Ordered() {}

    static <K, V> SequencedMap<K, V> copy(Map<? extends K, ? extends V> map) {
        map.forEach((key, value) -> {
            Objects.requireNonNull(key, "key");
            Objects.requireNonNull(value, () -> "value of '" + key + "'");
        });
        return Collections.unmodifiableSequencedMap(new LinkedHashMap<>(map));
    }
}
