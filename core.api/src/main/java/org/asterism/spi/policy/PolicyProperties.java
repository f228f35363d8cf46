package org.asterism.spi.policy;

import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.asterism.api.Parameter;

/**
 * Properties with which a policy, component or balancer was requested. Immutable.
 *
 * <p>Declare each property once, as a {@link Parameter} in one line, and list them once, in a constant for the
 * factory's service property and for {@link #allowOnly}. Names, defaults and ranges follow from them.
 *
 * <pre>
 * String CHOICES = "choices (5; 1 to 1000): how many tasks of the highest priority are compared";
 * String REVERSE = "reverse (false): whether the last of equal tasks comes first";
 * String DECLARED = CHOICES + Parameter.AND + REVERSE;
 *
 * &#64;Component(property = SchedulingPolicyFactory.PARAMETERS + "=" + DECLARED)
 *
 * int choices = properties.allowOnly(DECLARED).integer(CHOICES);
 * </pre>
 *
 * <p>All methods also accept a plain name, if the call itself gives the default and the range.
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
     * Refuses undeclared properties, so that typing errors are noticed.
     *
     * @param declared declarations or names of all allowed properties; a text may have several, with
     *     {@link Parameter#AND} between them
     * @return this
     * @throws IllegalArgumentException if there are others
     */
    public PolicyProperties allowOnly(String... declared) {
        Set<String> allowed = new TreeSet<>();
        Parameter.declarations(declared)
                .forEach(line -> allowed.add(Parameter.of(line).name()));
        for (String name : new TreeSet<>(values.keySet())) {
            if (!allowed.contains(name)) {
                throw new IllegalArgumentException("unknown property '" + name + "'; "
                        + (allowed.isEmpty() ? "it has none" : "it knows: " + String.join(", ", allowed)));
            }
        }
        return this;
    }

    /**
     * Reads a whole number.
     *
     * @param declared its declaration, with a default
     * @return the value
     * @throws IllegalArgumentException if it is no whole number, or not in the declared range
     */
    public int integer(String declared) {
        return integer(declared, Integer.parseInt(Parameter.of(declared).standard()));
    }

    /**
     * Reads a whole number whose default is known only now.
     *
     * @param declared its declaration
     * @param fallback its value when it is not given
     * @return the value
     * @throws IllegalArgumentException if it is no whole number, or not in the declared range
     */
    public int integer(String declared, int fallback) {
        Parameter parameter = Parameter.of(declared);
        return integer(parameter.name(), fallback, (int) parameter.least(), (int) parameter.greatest());
    }

    /**
     * Reads a number.
     *
     * @param declared its declaration, with a default
     * @return the value
     * @throws IllegalArgumentException if it is no number, or not in the declared range
     */
    public double number(String declared) {
        return number(declared, Double.parseDouble(Parameter.of(declared).standard()));
    }

    /**
     * Reads a number whose default is known only now.
     *
     * @param declared its declaration
     * @param fallback its value when it is not given
     * @return the value
     * @throws IllegalArgumentException if it is no number, or not in the declared range
     */
    public double number(String declared, double fallback) {
        Parameter parameter = Parameter.of(declared);
        return number(parameter.name(), fallback, parameter.least(), parameter.greatest());
    }

    /**
     * Reads a duration: a number with a unit, such as {@code 10ms}.
     *
     * @param declared its declaration, with a default
     * @return nanoseconds, 0 or more
     * @throws IllegalArgumentException if it is no duration
     */
    public long nanos(String declared) {
        Parameter parameter = Parameter.of(declared);
        return nanos(parameter.name(), toNanos(parameter.name(), parameter.standard()));
    }

    /**
     * Reads true or false.
     *
     * @param declared its declaration, with a default
     * @return the value
     * @throws IllegalArgumentException if it is neither
     */
    public boolean flag(String declared) {
        return flag(declared, Boolean.parseBoolean(Parameter.of(declared).standard()));
    }

    /**
     * Reads one of the declared words, ignoring case, with {@code _} for {@code -}.
     *
     * @param declared its declaration, with a default and the allowed words
     * @return the value
     * @throws IllegalArgumentException if it is none of them
     */
    public String word(String declared) {
        Parameter parameter = Parameter.of(declared);
        String text = values.getOrDefault(parameter.name(), parameter.standard());
        String wanted = text.strip().replace('_', '-');
        return parameter.words().stream()
                .filter(wanted::equalsIgnoreCase)
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "property '" + parameter.name() + "' is '" + text + "'; allowed are " + parameter.allowed()));
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
        return text == null ? fallback : toNanos(name, text);
    }

    private static long toNanos(String name, String text) {
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
     * @param declared its declaration or name
     * @param fallback its value when it is not given
     * @return the value
     * @throws IllegalArgumentException if it is neither
     */
    public boolean flag(String declared, boolean fallback) {
        String name = Parameter.of(declared).name();
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
