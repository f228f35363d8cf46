package org.asterism.driver.sim.internal.reading;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * A value in a JSON document, and its place. A wrong value is reported and replaced by a harmless one, so that reading
 * goes on and finds the other mistakes.
 *
 * @param value as the parser gives it; null if there is none
 * @param path such as {@code $.workers[2].count}
 * @param problems collects the mistakes
 */
record Place(Object value, String path, Problems problems) {
    /** Fields that any object may have, for people. */
    private static final Set<String> FOR_PEOPLE = Set.of("note", "comment", "description");

    /** Stands for a null of the document, which is there and is wrong everywhere. */
    private static final Object NULL = new Object() {
        @Override
        public String toString() {
            return "null";
        }
    };

    private static final Pattern PLAIN = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");
    private static final Pattern CONTROL = Pattern.compile("\\p{Cntrl}");
    private static final int LONGEST_TEXT = 1000;

    private static Object orNull(Object given) {
        return given == null ? NULL : given;
    }

    boolean exists() {
        return value != null;
    }

    /** Notes that something is wrong here. */
    void wrong(String reason) {
        problems.add(path, reason);
    }

    private String kind() {
        return switch (value) {
            case null -> "missing";
            case Map<?, ?> object -> "an object";
            case List<?> list -> "an array";
            case String text -> "the text '" + Problems.onOneLine(text) + "'";
            case Double number when number.isInfinite() -> "larger than any number";
            default -> Problems.onOneLine(value.toString());
        };
    }

    /** A field of an object; one without value if it is not there. */
    Place field(String name) {
        String next = PLAIN.matcher(name).matches()
                ? path + "." + Problems.onOneLine(name)
                : path + "['" + Problems.onOneLine(name) + "']";
        boolean isThere = value instanceof Map<?, ?> object && object.containsKey(name);
        return new Place(isThere ? orNull(((Map<?, ?>) value).get(name)) : null, next, problems);
    }

    /** An object of which the names of all fields are known; others are noted. */
    Place object(String... known) {
        if (!(value instanceof Map<?, ?> object)) {
            wrong("is " + kind() + ": give an object");
            return this;
        }
        Set<String> allowed = new TreeSet<>(Arrays.asList(known));
        for (Object name : object.keySet()) {
            if (!allowed.contains(name) && !FOR_PEOPLE.contains(name)) {
                field(name.toString()).wrong("is an unknown field: there are " + String.join(", ", allowed));
            }
        }
        return this;
    }

    /** The fields of an object whose names the file chooses. */
    Map<String, Place> entries() {
        if (!(value instanceof Map<?, ?> object)) {
            wrong("is " + kind() + ": give an object");
            return Map.of();
        }
        Map<String, Place> entries = new LinkedHashMap<>();
        for (Object name : object.keySet()) {
            entries.put(name.toString(), field(name.toString()));
        }
        return entries;
    }

    /** The values of an array. */
    List<Place> elements() {
        return elements(Integer.MAX_VALUE);
    }

    /**
     * The values of an array.
     *
     * @throws IllegalArgumentException if there are more than so many
     */
    List<Place> elements(int most) {
        if (!(value instanceof List<?> list)) {
            wrong("is " + kind() + ": give an array");
            return List.of();
        }
        if (list.size() > most) {
            wrong("has " + list.size() + " elements: give " + most + " at most");
            problems.throwIfAny(); // what is made of them would not fit into memory
        }
        List<Place> elements = new ArrayList<>();
        for (int index = 0; index < list.size(); index++) {
            elements.add(new Place(orNull(list.get(index)), path + "[" + index + "]", problems));
        }
        return elements;
    }

    String text() {
        if (!(value instanceof String text) || text.isBlank()) {
            wrong("is " + kind() + ": give a text");
        } else if (text.length() > LONGEST_TEXT || CONTROL.matcher(text).find()) {
            wrong("is " + kind() + ": give a text of up to " + LONGEST_TEXT + " characters, without line ends");
        } else {
            return text;
        }
        return "";
    }

    String text(String otherwise) {
        return exists() ? text() : otherwise;
    }

    boolean flag(boolean otherwise) {
        if (value instanceof Boolean flag) {
            return flag;
        }
        if (exists()) {
            wrong("is " + kind() + ": give true or false");
        }
        return otherwise;
    }

    /** A number; the smallest allowed one if that is wrong. */
    double number(Range range) {
        if (value instanceof Number number && range.has(number.doubleValue())) {
            return number.doubleValue();
        }
        wrong("is " + kind() + ": give a number, " + range);
        return range.least();
    }

    double number(Range range, double otherwise) {
        return exists() ? number(range) : otherwise;
    }

    /** A whole number; the smallest allowed one if that is wrong. */
    long whole(Range range) {
        if (value instanceof Number number && range.has(number.doubleValue())) {
            double given = number.doubleValue();
            if (value instanceof Integer || value instanceof Long) {
                return number.longValue();
            }
            if (given == Math.rint(given)) {
                return (long) given;
            }
        }
        wrong("is " + kind() + ": give a whole number, " + range);
        return (long) range.least();
    }

    long whole(Range range, long otherwise) {
        return exists() ? whole(range) : otherwise;
    }
}
