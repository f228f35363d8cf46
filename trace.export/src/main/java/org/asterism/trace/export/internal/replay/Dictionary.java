package org.asterism.trace.export.internal.replay;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Places of names in a list without repetitions, for one thread. */
final class Dictionary {
    private final Map<String, Integer> places = new HashMap<>();

    /** The place of a name, which is added at its first use. */
    int place(String name) {
        return places.computeIfAbsent(name, _ -> places.size());
    }

    /** The names in their places. */
    List<String> names() {
        return places.entrySet().stream()
                .sorted(Map.Entry.comparingByValue())
                .map(Map.Entry::getKey)
                .toList();
    }
}
