package org.asterism.spi.policy;

import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The typed properties of a policy, as requested. Immutable.
 *
 * @param values the properties as they were given
 */
public record PolicyProperties(Map<String, String> values) {
    private static final Pattern DURATION = Pattern.compile("([0-9]+(?:\\.[0-9]+)?) ?(ns|us|µs|ms|s)");

    /** Copies the map. */
    public PolicyProperties {
        values = Map.copyOf(values);
    }

    /**
     * Refuses properties that the policy does not know, so that a slip of the pen is noticed.
     *
     * @param known the names that are allowed
     * @return this
     * @throws IllegalArgumentException if there are others
     */
    public PolicyProperties allowOnly(String... known) {
        Set<String> allowed = new TreeSet<>(Set.of(known));
        for (String name : new TreeSet<>(values.keySet())) {
            if (!allowed.contains(name)) {
                throw new IllegalArgumentException("unknown property '" + name + "'; "
                        + (allowed.isEmpty() ? "it has none" : "it knows: " + String.join(", ", allowed)));
            }
        }
        return this;
    }

    /**
     * A property that is a whole number.
     *
     * @param name of the property
     * @param fallback its value when it is not given
     * @param least the least value allowed
     * @param most the greatest value allowed
     * @return the value
     * @throws IllegalArgumentException if it is no such number
     */
    public int integer(String name, int fallback, int least, int most) {
        String text = values.get(name);
        if (text == null) {
            return fallback;
        }
        try {
            int value = Integer.parseInt(text.strip());
            if (value >= least && value <= most) {
                return value;
            }
        } catch (NumberFormatException noNumber) {
            // The message below says what is allowed, which is all that this exception could tell.
        }
        throw new IllegalArgumentException(
                "property '" + name + "' is '" + text + "'; allowed are whole numbers from " + least + " to " + most);
    }

    /**
     * A property that is a number.
     *
     * @param name of the property
     * @param fallback its value when it is not given
     * @param least the least value allowed
     * @param most the greatest value allowed
     * @return the value
     * @throws IllegalArgumentException if it is no such number
     */
    public double number(String name, double fallback, double least, double most) {
        String text = values.get(name);
        if (text == null) {
            return fallback;
        }
        try {
            double value = Double.parseDouble(text.strip());
            if (value >= least && value <= most) {
                return value;
            }
        } catch (NumberFormatException noNumber) {
            // The message below says what is allowed, which is all that this exception could tell.
        }
        throw new IllegalArgumentException(
                "property '" + name + "' is '" + text + "'; allowed are numbers from " + least + " to " + most);
    }

    /**
     * A property that is a length of time: a number with a unit, such as {@code 10ms}.
     *
     * @param name of the property
     * @param fallback its value in nanoseconds when it is not given
     * @return nanoseconds, 0 or more
     * @throws IllegalArgumentException if it is no such length
     */
    public long nanos(String name, long fallback) {
        String text = values.get(name);
        if (text == null) {
            return fallback;
        }
        Matcher matcher = DURATION.matcher(text.strip());
        if (matcher.matches()) {
            double unit = switch (matcher.group(2)) {
                case "ns" -> 1;
                case "us", "µs" -> 1e3;
                case "ms" -> 1e6;
                default -> 1e9;
            };
            double nanos = Double.parseDouble(matcher.group(1)) * unit;
            if (nanos < 0x1p63) {
                return Math.round(nanos);
            }
        }
        throw new IllegalArgumentException("property '" + name + "' is '" + text
                + "'; allowed are numbers from 0 with one of the units ns, us, ms and s, such as 10ms");
    }

    /**
     * A property that is true or false.
     *
     * @param name of the property
     * @param fallback its value when it is not given
     * @return the value
     * @throws IllegalArgumentException if it is neither
     */
    public boolean flag(String name, boolean fallback) {
        String text = values.get(name);
        if (text == null) {
            return fallback;
        }
        return switch (text.strip()) {
            case "true", "1", "yes", "on" -> true;
            case "false", "0", "no", "off" -> false;
            default ->
                throw new IllegalArgumentException(
                        "property '" + name + "' is '" + text + "'; allowed are true and false");
        };
    }
}
