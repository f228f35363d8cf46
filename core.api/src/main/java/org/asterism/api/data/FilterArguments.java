package org.asterism.api.data;

import java.util.Arrays;
import java.util.List;

/** Checks the arguments of filters when a filter is made. */
final class FilterArguments {
    private FilterArguments() {}

    static void requireParts(String filter, int parts) {
        if (parts < 1) {
            throw new IllegalArgumentException(filter + " into " + parts + " parts: give 1 or more");
        }
    }

    static void requireHalo(String filter, long halo) {
        if (halo < 0) {
            throw new IllegalArgumentException(filter + " with a halo of " + halo + ": give 0 or more");
        }
    }

    /** Makes a list of numbers, of which there is at least one and none is below the smallest. */
    static List<Long> numbers(String filter, long smallest, long... numbers) {
        if (numbers.length == 0) {
            throw new IllegalArgumentException(filter + " without numbers: give at least one");
        }
        for (long number : numbers) {
            if (number < smallest) {
                throw new IllegalArgumentException(filter + " with " + number + ": give " + smallest + " or more");
            }
        }
        return Arrays.stream(numbers).boxed().toList();
    }

    /** The text of a filter with its numbers. */
    static String text(String filter, List<Long> numbers) {
        String list = numbers.toString();
        return filter + "(" + list.substring(1, list.length() - 1) + ")";
    }
}
