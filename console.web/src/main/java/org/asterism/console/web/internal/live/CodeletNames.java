package org.asterism.console.web.internal.live;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Numbers of codelets by their names, in the order in which they were first seen. It keeps no codelet. */
final class CodeletNames {
    private static final int MOST = 256;

    private final Map<String, Integer> numbers = new ConcurrentHashMap<>();
    private final List<String> names = new ArrayList<>();

    /** The number of a name; beyond 256 all names share one. */
    int number(String name) {
        Integer known = numbers.get(name);
        return known != null ? known : add(name);
    }

    private synchronized int add(String name) {
        Integer known = numbers.get(name);
        if (known != null) {
            return known;
        }
        if (names.size() == MOST) {
            return MOST - 1;
        }
        names.add(names.size() == MOST - 1 ? "others" : name);
        numbers.put(name, names.size() - 1);
        return names.size() - 1;
    }

    synchronized List<String> all() {
        return List.copyOf(names);
    }
}
