package org.asterism.api.data;

import java.util.Arrays;
import java.util.stream.Collectors;

/** Checks sizes of layouts. */
final class Sizes {
    private Sizes() {}

    /**
     * Refuses negative sizes and data larger than any memory. A size of 0 counts as 1, so that the strides of empty
     * data can be named as well.
     */
    static void check(String kind, ElementType element, long... sizes) {
        long elements = 1;
        try {
            for (long size : sizes) {
                if (size < 0) {
                    throw new IllegalArgumentException("a " + kind + " of " + text(sizes) + ": sizes are 0 or more");
                }
                elements = Math.multiplyExact(elements, Math.max(1, size));
            }
            Math.multiplyExact(elements, element.bytes());
        } catch (ArithmeticException tooLarge) {
            throw new IllegalArgumentException(
                    "a " + kind + " of " + text(sizes) + " " + element + " is larger than any memory", tooLarge);
        }
    }

    /** Refuses what the ints that sparse matrices are indexed with cannot count. */
    static void checkIndices(String kind, String what, long number) {
        if (number < 0 || number > Integer.MAX_VALUE) {
            throw new IllegalArgumentException(
                    "a " + kind + " with " + number + " " + what + ": allowed are 0 to " + Integer.MAX_VALUE);
        }
    }

    static String text(long... sizes) {
        return Arrays.stream(sizes).mapToObj(Long::toString).collect(Collectors.joining(" x "));
    }
}
