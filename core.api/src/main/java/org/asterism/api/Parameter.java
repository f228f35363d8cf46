package org.asterism.api;

import java.util.Collection;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Declaration of a parameter of a policy, component or balancer, written in one line:
 *
 * <pre>
 * name (default; allowed): meaning
 * choices (5; 1 to 1000): how many tasks of the highest priority are compared
 * rank (depth; depth or descendants): what a task's rank is
 * idle-time (20ms): how long a worker must have run nothing before it moves
 * </pre>
 *
 * <p>{@code allowed} is a range such as {@code 1 to 1000} or {@code from 1}, or a list of words. The allowed values,
 * the parentheses and the meaning are optional. Factories publish these lines as a service property, and read the
 * parameters' values by them. {@link #AND} joins lines, so one constant lists all parameters of a plug-in.
 *
 * @param name of the parameter
 * @param standard the default value, as written; empty if not declared
 * @param allowed the allowed values, as written; empty if not declared
 * @param meaning the meaning, for people; empty if not declared
 */
public record Parameter(String name, String standard, String allowed, String meaning) {
    /** Stands between declarations in a text that has several; a constant, so that annotations may use the text. */
    public static final String AND = " | ";

    private static final Pattern LINE = Pattern.compile(
            "(?<name>[^\\s(:]+)\\s*(?:\\((?<standard>[^;)]*)(?:;(?<allowed>[^)]*))?\\))?\\s*:?(?<meaning>.*)",
            Pattern.DOTALL);
    private static final Pattern SEPARATOR = Pattern.compile(AND, Pattern.LITERAL);
    private static final Pattern RANGE = Pattern.compile("(?:from )?(?<least>\\S+)(?: to (?<greatest>\\S+))?");

    /**
     * Reads a declaration.
     *
     * @param line as above; a name alone is one, too
     * @return its parts
     * @throws IllegalArgumentException if it does not begin with a name
     */
    public static Parameter of(String line) {
        Matcher matcher = LINE.matcher(line.strip());
        if (!matcher.matches()) {
            throw new IllegalArgumentException(
                    "parameter '" + line + "' has no name; allowed is: name (default; allowed values): meaning");
        }
        return new Parameter(
                matcher.group("name"),
                part(matcher.group("standard")),
                part(matcher.group("allowed")),
                part(matcher.group("meaning")));
    }

    /**
     * Splits the value of a service property that declares parameters.
     *
     * @param property a text, an array or a collection of texts, each with one or more declarations, {@link #AND}
     *     between them; may be null
     * @return each declaration in one line; empty for any other value
     */
    public static List<String> declarations(Object property) {
        Stream<?> texts = switch (property) {
            case String text -> Stream.of(text);
            case String[] several -> Stream.of(several);
            case Collection<?> several -> several.stream();
            case null, default -> Stream.empty();
        };
        return texts.flatMap(text -> SEPARATOR.splitAsStream(String.valueOf(text)))
                .filter(line -> !line.isBlank())
                .toList();
    }

    private static String part(String found) {
        return found == null ? "" : found.strip();
    }

    /**
     * Returns the least allowed number.
     *
     * @return negative infinity if there is none
     * @throws IllegalArgumentException if the allowed values are no range
     */
    public double least() {
        return allowed.isEmpty() ? Double.NEGATIVE_INFINITY : number(range().group("least"));
    }

    /**
     * Returns the greatest allowed number.
     *
     * @return infinity if there is none
     * @throws IllegalArgumentException if the allowed values are no range
     */
    public double greatest() {
        String greatest = allowed.isEmpty() ? null : range().group("greatest");
        return greatest == null ? Double.POSITIVE_INFINITY : number(greatest);
    }

    private Matcher range() {
        Matcher matcher = RANGE.matcher(allowed);
        if (!matcher.matches()) {
            throw notANumber(null);
        }
        return matcher;
    }

    private double number(String text) {
        try {
            return Double.parseDouble(text);
        } catch (NumberFormatException notOne) {
            throw notANumber(notOne);
        }
    }

    private IllegalArgumentException notANumber(Exception cause) {
        return new IllegalArgumentException(
                "the allowed values of parameter '" + name + "' are '" + allowed
                        + "'; a range is written as '1 to 1000' or 'from 1'",
                cause);
    }

    /**
     * Declares another default.
     *
     * @param changed the default
     * @return a changed copy
     */
    public Parameter withStandard(String changed) {
        return new Parameter(name, changed, allowed, meaning);
    }

    /** Returns the declaration in one line. */
    @Override
    public String toString() {
        String values = standard.isEmpty() && allowed.isEmpty()
                ? ""
                : " (" + standard + (allowed.isEmpty() ? "" : "; " + allowed) + ")";
        return name + values + (meaning.isEmpty() ? "" : ": " + meaning);
    }

    /**
     * Returns the allowed words.
     *
     * @return in the order in which they are listed; empty if none are said
     */
    public List<String> words() {
        return allowed.isEmpty() ? List.of() : List.of(allowed.split(",\\s*|\\s+or\\s+"));
    }
}
