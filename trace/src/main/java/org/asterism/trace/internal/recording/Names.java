package org.asterism.trace.internal.recording;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.asterism.trace.internal.format.Definition;

/**
 * Numbers of names, from 1. Records have 16 bits for some of them, and a program may make names without end. So all
 * names beyond a limit share one number. Any thread may use it.
 */
final class Names {
    /** What names beyond the limit are called. */
    static final String OTHERS = "(another name)";

    /** The greatest number, that of all further names. */
    static final int MOST = (1 << Short.SIZE) - 1;

    private final ConcurrentMap<String, Integer> numbers = new ConcurrentHashMap<>();
    private final Definitions definitions;
    private long unnamed;

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
        if (number >= MOST) {
            return others();
        }
        definitions.add(new Definition.Name(number, name)); // before others can use the number
        numbers.put(name, number);
        return number;
    }

    /** The number of a name that gets none of its own. */
    private int others() {
        if (unnamed++ == 0) {
            definitions.add(new Definition.Name(MOST, OTHERS));
        }
        return MOST;
    }

    /** How often a name was replaced by the one for others. */
    synchronized long unnamed() {
        return unnamed;
    }
}
