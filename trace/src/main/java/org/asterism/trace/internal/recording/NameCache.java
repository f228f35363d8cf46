package org.asterism.trace.internal.recording;

/** The names that one thread used last, found by identity. It keeps texts only, so no class loader stays for it. */
final class NameCache {
    private static final int SIZE = 16;

    private final Names names;
    private final String[] known = new String[SIZE];
    private final int[] numbers = new int[SIZE];

    NameCache(Names names) {
        this.names = names;
    }

    /** The number of a name; for the owner of the cache. */
    int number(String name) {
        if (name == null) {
            return 0;
        }
        int slot = name.hashCode() & SIZE - 1;
        if (known[slot] == name) {
            return numbers[slot];
        }
        int number = names.number(name);
        known[slot] = name;
        numbers[slot] = number;
        return number;
    }

    /** The number of a name, for any thread. */
    int shared(String name) {
        return names.number(name);
    }
}
