package org.asterism.driver.cpu.internal;

import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;

/**
 * The checked settings of a runtime for the memories of its CPU workers.
 *
 * @param nodes the number of memory nodes over which the compute units are distributed; the first is main memory
 * @param limit the size of each further node in bytes; {@link Long#MAX_VALUE} for no limit
 */
record MemorySettings(int nodes, long limit) {
    /** A runtime's property: the number of memory nodes. */
    static final String NODES = "memory.nodes";

    /** A runtime's property: the size of each memory but main memory. */
    static final String LIMIT = "memory.limit";

    /** More are a mistake: each is one more place where every piece of data may have a copy. */
    static final int MOST_NODES = 64;

    private static final String ALLOWED =
            NODES + " (1 to " + MOST_NODES + ") and " + LIMIT + " (bytes, such as 65536, 64k, 16m or 1g)";

    /**
     * Checks properties.
     *
     * @param properties as a runtime's configuration gives them to this driver
     * @throws IllegalArgumentException if a name is unknown or a value not allowed; names it and what is
     */
    static MemorySettings of(Map<String, String> properties) {
        for (String name : new TreeSet<>(properties.keySet())) {
            if (!name.equals(NODES) && !name.equals(LIMIT)) {
                throw new IllegalArgumentException(
                        "driver.cpu does not know the property '" + name + "': it knows " + ALLOWED);
            }
        }
        return new MemorySettings(nodes(properties.get(NODES)), limit(properties.get(LIMIT)));
    }

    private static int nodes(String text) {
        if (text == null) {
            return 1;
        }
        try {
            int nodes = Integer.parseInt(text.strip());
            if (nodes >= 1 && nodes <= MOST_NODES) {
                return nodes;
            }
        } catch (NumberFormatException noNumber) {
            // The message below says what is allowed, which is all that this exception could tell.
        }
        throw wrong(NODES, text);
    }

    private static long limit(String text) {
        if (text == null) {
            return Long.MAX_VALUE;
        }
        String number = text.strip().toLowerCase(Locale.ROOT);
        int unit = number.isEmpty() ? -1 : "kmg".indexOf(number.charAt(number.length() - 1));
        try {
            long bytes = Math.multiplyExact(
                    Long.parseLong(unit < 0 ? number : number.substring(0, number.length() - 1)),
                    1L << 10 * (unit + 1));
            if (bytes > 0) {
                return bytes;
            }
        } catch (NumberFormatException | ArithmeticException noSize) {
            // The message below says what is allowed, which is all that this exception could tell.
        }
        throw wrong(LIMIT, text);
    }

    private static IllegalArgumentException wrong(String name, String value) {
        return new IllegalArgumentException(
                "driver.cpu cannot use '" + value + "' for its property '" + name + "': allowed are " + ALLOWED);
    }
}
