package org.asterism.trace.internal.reading;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;

/**
 * Things that records name by numbers. A number that no definition has, as in a file of which parts are damaged, gets a
 * stand-in.
 *
 * @param <T> the things
 */
final class Numbered<T> {
    private final Map<Integer, T> known = new HashMap<>();
    private final IntFunction<T> standIn;

    Numbered(IntFunction<T> standIn) {
        this.standIn = standIn;
    }

    void define(int number, T thing) {
        known.put(number, thing);
    }

    T get(int number) {
        T thing = known.get(number);
        return thing == null ? standIn.apply(number) : thing;
    }

    /** All that are defined, by number. */
    List<T> all() {
        return known.entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .map(Map.Entry::getValue)
                .toList();
    }
}
