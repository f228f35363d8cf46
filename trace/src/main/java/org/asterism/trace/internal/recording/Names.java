package org.asterism.trace.internal.recording;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.asterism.trace.internal.format.Definition;

/** Numbers of names, from 1. Any thread may use it. */
final class Names {
    private final ConcurrentMap<String, Integer> numbers = new ConcurrentHashMap<>();
    private final Definitions definitions;

    Names(Definitions definitions) {
        this.definitions = definitions;
    }

    /** The number of a name, which is defined at its first use; 0 for null. */
    int number(String name) {
        if (name == null) {
            return 0;
        }
        Integer known = numbers.get(name);
        return known == null ? define(name) : known;
    }

    private synchronized int define(String name) {
        Integer known = numbers.get(name);
        if (known != null) {
            return known;
        }
        int number = numbers.size() + 1;
        definitions.add(new Definition.Name(number, name)); // before others can use the number
        numbers.put(name, number);
        return number;
    }
}
