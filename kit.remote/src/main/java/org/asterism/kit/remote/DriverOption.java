package org.asterism.kit.remote;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A driver whose units a member offers, as the member's configuration names it.
 *
 * @param name the driver's name
 * @param properties what the driver is told
 */
public record DriverOption(String name, Map<String, String> properties) {
    /** The driver of processor cores. */
    public static final String CPU = "cpu";

    /** Copies the map. */
    public DriverOption {
        properties = Map.copyOf(properties);
    }

    /**
     * Reads a text.
     *
     * @param text a name, which properties may follow: {@code NAME,key=value,...}; values may have commas
     * @return what it says
     * @throws IllegalArgumentException if it is none of both; the message says what is allowed
     */
    public static DriverOption parse(String text) {
        List<String> words = List.of(text.split(",", -1));
        String name = words.getFirst().strip();
        boolean isGood = !name.isEmpty() && !name.contains("=");
        Map<String, String> properties = new LinkedHashMap<>();
        String last = null;
        for (String word : words.subList(1, words.size())) {
            int equals = word.indexOf('=');
            if (equals > 0) {
                last = word.substring(0, equals).strip();
                isGood &= properties.put(last, word.substring(equals + 1).strip()) == null;
            } else if (last != null) {
                properties.merge(last, word, (value, more) -> value + "," + more);
            } else {
                isGood = false;
            }
        }
        if (!isGood) {
            throw new IllegalArgumentException("'" + text + "' names no driver; write NAME or NAME,key=value,... with"
                    + " the NAME of a driver and each key once, such as opencl,memory.limit=64m");
        }
        return new DriverOption(name, properties);
    }
}
