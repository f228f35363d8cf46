package org.asterism.kit.device;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Properties of a driver, from the configuration of its bundle and from the runtime. The runtime's values have
 * precedence.
 *
 * <p>The methods convert values to the types that device drivers need. They refuse a wrong value with an
 * {@link IllegalArgumentException} that names driver, property, value and the allowed values. Immutable.
 */
public final class DeviceProperties {
    private final String driver;
    private final Map<String, String> said = new HashMap<>();

    /**
     * Combines the properties of both sources.
     *
     * @param driver for messages, such as {@code driver.cuda}
     * @param names names of the driver's properties, in the order in which messages list them
     * @param configured properties of the bundle; other names are ignored, and so are empty values
     * @param asked properties from the runtime
     * @throws IllegalArgumentException if the runtime sets a property with another name
     */
    public DeviceProperties(String driver, List<String> names, Map<String, ?> configured, Map<String, String> asked) {
        this.driver = driver;
        for (String name : asked.keySet()) {
            if (!names.contains(name)) {
                throw new IllegalArgumentException(
                        driver + " knows no property '" + name + "': there are " + String.join(", ", names));
            }
        }
        for (String name : names) {
            Object value = asked.containsKey(name) ? asked.get(name) : configured.get(name);
            String text = value == null ? "" : value.toString().strip();
            if (!text.isEmpty()) {
                said.put(name, text);
            }
        }
    }

    /**
     * Returns a text property.
     *
     * @param name name of the property
     * @return the value; empty if it is not set
     */
    public String text(String name) {
        return said.getOrDefault(name, "");
    }

    /**
     * Returns a boolean property.
     *
     * @param name name of the property
     * @return the value; false if it is not set
     */
    public boolean truth(String name) {
        String value = said.getOrDefault(name, "false");
        if (!value.equalsIgnoreCase("true") && !value.equalsIgnoreCase("false")) {
            throw wrong(name, "true or false");
        }
        return Boolean.parseBoolean(value);
    }

    /**
     * Returns an integer property.
     *
     * @param name name of the property
     * @param standard value if the property is not set
     * @param least lowest allowed value
     * @param most highest allowed value
     * @return the value
     */
    public int number(String name, int standard, int least, int most) {
        String value = said.get(name);
        if (value == null) {
            return standard;
        }
        try {
            int number = Integer.parseInt(value);
            if (number >= least && number <= most) {
                return number;
            }
        } catch (NumberFormatException noNumber) {
            // The message below names the allowed values; the exception would add nothing.
        }
        throw wrong(name, "a number from " + least + " to " + most);
    }

    /**
     * Returns a set of device numbers, written with commas or as {@code all}.
     *
     * @param name name of the property
     * @return the numbers; empty for all devices and if the property is not set
     */
    public Set<Integer> devices(String name) {
        String value = said.getOrDefault(name, "all");
        return value.equalsIgnoreCase("all")
                ? Set.of()
                : numbers(name, 0, "numbers of devices such as 0,2, or all").stream()
                        .collect(Collectors.toCollection(TreeSet::new));
    }

    /**
     * Returns a list of numbers, written with commas.
     *
     * @param name name of the property
     * @param least lowest allowed number
     * @param allowed description of the allowed values, for messages
     * @return the numbers in their order; empty if the property is not set
     */
    public List<Integer> numbers(String name, int least, String allowed) {
        String value = said.get(name);
        if (value == null) {
            return List.of();
        }
        try {
            List<Integer> numbers = Stream.of(value.split(",", -1))
                    .map(String::strip)
                    .map(Integer::valueOf)
                    .toList();
            if (numbers.stream().allMatch(number -> number >= least)) {
                return numbers;
            }
        } catch (NumberFormatException noNumber) {
            // The message below names the allowed values; the exception would add nothing.
        }
        throw wrong(name, allowed);
    }

    /**
     * Returns a number of bytes, written as {@code 65536}, {@code 64k}, {@code 16m} or {@code 1g}.
     *
     * @param name name of the property
     * @return the number, more than 0; empty if the property is not set
     */
    public OptionalLong bytes(String name) {
        String value = said.get(name);
        if (value == null) {
            return OptionalLong.empty();
        }
        String lower = value.toLowerCase(Locale.ROOT);
        int unit = "kmg".indexOf(lower.charAt(lower.length() - 1));
        int shift = 10 * (unit + 1);
        try {
            long number = Long.parseLong(unit < 0 ? lower : lower.substring(0, lower.length() - 1));
            if (number > 0 && number <= Long.MAX_VALUE >> shift) {
                return OptionalLong.of(number << shift);
            }
        } catch (NumberFormatException noNumber) {
            // The message below names the allowed values; the exception would add nothing.
        }
        throw wrong(name, "a number of bytes such as 65536, 64k, 16m or 1g");
    }

    private IllegalArgumentException wrong(String name, String allowed) {
        return new IllegalArgumentException(
                driver + ": property '" + name + "' is '" + said.get(name) + "': give " + allowed);
    }
}
