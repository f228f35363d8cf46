package org.asterism.examples.contexts.internal;

import java.util.LinkedHashMap;
import java.util.Map;
import org.asterism.spi.application.UsageException;

/**
 * A policy or balancer, as given on the command line.
 *
 * @param name its name
 * @param properties for it
 */
record Choice(String name, Map<String, String> properties) {
    /** With more properties. */
    Choice with(Map<String, String> more) {
        Map<String, String> all = new LinkedHashMap<>(properties);
        all.putAll(more);
        return new Choice(name, all);
    }

    /** Reads {@code NAME[,key=value]...}. */
    static Choice parse(String option, String text) {
        String[] parts = text.split(",");
        Map<String, String> properties = new LinkedHashMap<>();
        for (int index = 1; index < parts.length; index++) {
            int equals = parts[index].indexOf('=');
            if (equals <= 0) {
                throw new UsageException("--" + option + " is '" + text + "', but '" + parts[index]
                        + "' is not key=value: give NAME, or NAME,key=value,...");
            }
            properties.put(
                    parts[index].substring(0, equals).strip(),
                    parts[index].substring(equals + 1).strip());
        }
        if (parts.length == 0 || parts[0].isBlank()) {
            throw new UsageException("--" + option + " is '" + text + "': give NAME, or NAME,key=value,...");
        }
        return new Choice(parts[0].strip(), properties);
    }
}
