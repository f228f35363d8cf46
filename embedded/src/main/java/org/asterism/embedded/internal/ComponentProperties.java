package org.asterism.embedded.internal;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceConfigurationError;

/**
 * The properties that the annotation {@code @Component} gives a service. They are read from the component's description
 * in the jar, which bnd writes and Declarative Services read as well, so a plug-in is described in one place. Format:
 * OSGi Compendium 8, section 112.4.
 */
final class ComponentProperties {
    private final String file;
    private final Map<String, Object> properties = new HashMap<>();

    private ComponentProperties(String file) {
        this.file = file;
    }

    /**
     * Reads those of a class; none if its jar does not describe it.
     *
     * @throws ServiceConfigurationError if the description cannot be read
     */
    static ComponentProperties of(Class<?> type) {
        ComponentProperties properties = new ComponentProperties("OSGI-INF/" + type.getName() + ".xml");
        try (InputStream input = type.getResourceAsStream("/" + properties.file)) {
            if (input != null) {
                properties.read(new String(input.readAllBytes(), StandardCharsets.UTF_8));
            }
        } catch (IOException | IllegalArgumentException unreadable) {
            throw new ServiceConfigurationError(
                    properties.file + " cannot be read: " + unreadable.getMessage(), unreadable);
        }
        return properties;
    }

    private void read(String description) {
        ElementReader elements = new ElementReader(description, "property");
        while (elements.next()) {
            String name = elements.attribute("name");
            String value = elements.attribute("value");
            properties.put(name, value == null ? lines(elements.text()) : typed(elements.attribute("type"), value));
        }
    }

    private static List<String> lines(String text) {
        return text.strip().lines().map(String::strip).toList();
    }

    /** Of the types of the format, those that properties of our services have. */
    private static Object typed(String type, String value) {
        return switch (type) {
            case "Integer" -> Integer.valueOf(value);
            case "Long" -> Long.valueOf(value);
            case "Boolean" -> Boolean.valueOf(value);
            case null, default -> value;
        };
    }

    /** The value of a property; null if there is none, a list if it has several. */
    Object get(String name) {
        return properties.get(name);
    }

    /** The value of a property that is a text; empty if there is none. */
    String text(String name) {
        return properties.get(name) instanceof String text ? text : "";
    }

    int ranking() {
        return properties.get("service.ranking") instanceof Integer number ? number : 0;
    }

    /** The name of the description's file. */
    String file() {
        return file;
    }
}
