package org.asterism.driver.sim.internal.reading;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * A value in a JSON document, and where it is. What is not as it should be is noted, and something harmless returned, so that
 * reading goes on and finds the rest.
 *
 * @param value as the parser gives it; null if there is none
 * @param path such as {@code $.workers[2].count}
 * @param problems where to note what is wrong
 */
record Place(Object value, String path, Problems problems) {
    /** Fields that any object may have, for people. */
    private static final Set<String> FOR_PEOPLE = Set.of("note", "comment", "description");

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
            case String text -> "the text '" + text + "'";
            default -> value.toString();
        };
    }

    /** A field of an object; one without value if it is not there. */
    Place field(String name) {
        String next = name.matches("[A-Za-z_][A-Za-z0-9_]*") ? path + "." + name : path + "['" + name + "']";
        return new Place(value instanceof Map<?, ?> object ? object.get(name) : null, next, problems);
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
        if (!(value instanceof List<?> list)) {
            wrong("is " + kind() + ": give an array");
            return List.of();
        }
        List<Place> elements = new ArrayList<>();
        for (int index = 0; index < list.size(); index++) {
            elements.add(new Place(list.get(index), path + "[" + index + "]", problems));
        }
        return elements;
    }

    String text() {
        if (value instanceof String text && !text.isBlank()) {
            return text;
        }
        wrong("is " + kind() + ": give a text");
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

    /** A number that is not negative. */
    double number() {
        if (value instanceof Number number) {
            double given = number.doubleValue();
            if (given >= 0 && given < Double.POSITIVE_INFINITY) {
                return given;
            }
            wrong("is " + value + ": give 0 or more");
        } else {
            wrong("is " + kind() + ": give a number, 0 or more");
        }
        return 0;
    }

    double number(double otherwise) {
        return exists() ? number() : otherwise;
    }

    /** A number greater than 0. */
    double positive() {
        if (value instanceof Number number && number.doubleValue() == 0) {
            wrong("is 0: give more than 0");
            return 1;
        }
        double given = number();
        return given == 0 ? 1 : given;
    }

    /** A whole number that is not negative. */
    long whole() {
        if (value instanceof Integer || value instanceof Long) {
            return (long) number();
        }
        if (value instanceof Number number && number.doubleValue() == Math.rint(number.doubleValue())) {
            return (long) number();
        }
        wrong("is " + kind() + ": give a whole number, 0 or more");
        return 0;
    }

    long whole(long otherwise) {
        return exists() ? whole() : otherwise;
    }
}
