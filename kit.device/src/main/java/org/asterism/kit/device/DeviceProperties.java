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
 * The properties that the configuration of a driver's bundle and a runtime give to the driver; the runtime's have
 * precedence.
 *
 * <p>It reads them as the types of values that drivers of devices need. All methods refuse a wrong value with an
 * {@link IllegalArgumentException} that names driver, property, value and the allowed values. Immutable.
 */
public final class DeviceProperties {
    private final String driver;
    private final Map<String, String> said = new HashMap<>();

    /**
     * Takes what was said.
     *
     * @param driver for messages, such as {@code driver.cuda}
     * @param names the properties that the driver has, in the order in which messages list them
     * @param configured properties of the bundle; those of other names are not looked at, and those without text say
     *     nothing
     * @param asked properties of the runtime
     * @throws IllegalArgumentException if the runtime says something of another name
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
     * A text.
     *
     * @param name of the property
     * @return empty if nothing was said
     */
    public String text(String name) {
        return said.getOrDefault(name, "");
    }

    /**
     * Yes or no.
     *
     * @param name of the property
     * @return false if nothing was said
     */
    public boolean truth(String name) {
        String value = said.getOrDefault(name, "false");
        if (!value.equalsIgnoreCase("true") && !value.equalsIgnoreCase("false")) {
            throw wrong(name, "true or false");
        }
        return Boolean.parseBoolean(value);
    }

    /**
     * A whole number.
     *
     * @param name of the property
     * @param standard if nothing was said
     * @param least what is allowed at least
     * @param most what is allowed at most
     * @return the number
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
            // The message below says what is allowed, which is all that this exception could tell.
        }
        throw wrong(name, "a number from " + least + " to " + most);
    }

    /**
     * Numbers of devices, separated by commas, or {@code all}.
     *
     * @param name of the property
     * @return empty for all, also if nothing was said
     */
    public Set<Integer> devices(String name) {
        String value = said.getOrDefault(name, "all");
        return value.equalsIgnoreCase("all")
                ? Set.of()
                : numbers(name, 0, "numbers of devices such as 0,2, or all").stream()
                        .collect(Collectors.toCollection(TreeSet::new));
    }

    /**
     * Numbers, separated by commas.
     *
     * @param name of the property
     * @param least what each is at least
     * @param allowed says so, for messages
     * @return in their order; empty if nothing was said
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
            // The message below says what is allowed, which is all that this exception could tell.
        }
        throw wrong(name, allowed);
    }

    /**
     * A number of bytes, such as {@code 65536}, {@code 64k}, {@code 16m} or {@code 1g}.
     *
     * @param name of the property
     * @return more than 0; empty if nothing was said
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
            // The message below says what is allowed, which is all that this exception could tell.
        }
        throw wrong(name, "a number of bytes such as 65536, 64k, 16m or 1g");
    }

    private IllegalArgumentException wrong(String name, String allowed) {
        return new IllegalArgumentException(
                driver + ": property '" + name + "' is '" + said.get(name) + "': give " + allowed);
    }
}
