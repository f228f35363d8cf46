package org.asterism.run.internal.option;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.asterism.run.option.KeyValues;
import org.asterism.spi.application.UsageException;

/** Options for drivers on a command line, each written as {@code NAME,key=value[,...]}. */
final class DriverChoice {
    private DriverChoice() {}

    /**
     * Reads the options.
     *
     * @param texts values of the option
     * @return properties by driver, both in the order in which they were typed
     * @throws UsageException if a value is empty, or a property is set twice
     */
    static Map<String, Map<String, String>> parse(List<String> texts) {
        Map<String, Map<String, String>> byDriver = new LinkedHashMap<>();
        for (String text : texts) {
            int comma = text.indexOf(',');
            String driver = (comma < 0 ? text : text.substring(0, comma)).strip();
            if (comma < 0 || driver.isEmpty() || driver.contains("=")) {
                throw new UsageException("option '--driver' is '" + text
                        + "'; write NAME,key=value,... with the NAME of a driver, such as opencl,memory.limit=64m");
            }
            Map<String, String> properties = byDriver.computeIfAbsent(driver, any -> new LinkedHashMap<>());
            KeyValues.parse(parts(text.substring(comma + 1))).forEach((name, value) -> {
                if (properties.put(name, value) != null) {
                    throw new UsageException(
                            "option '--driver' says '" + name + "' of driver '" + driver + "' twice: give it once");
                }
            });
        }
        return byDriver;
    }

    /** Splits at each comma that precedes a property. Values may contain commas. */
    static List<String> parts(String properties) {
        List<String> parts = new ArrayList<>();
        for (String part : properties.split(",", -1)) {
            if (part.contains("=") || parts.isEmpty()) {
                parts.add(part);
            } else {
                parts.set(parts.size() - 1, parts.getLast() + "," + part);
            }
        }
        return parts;
    }
}
