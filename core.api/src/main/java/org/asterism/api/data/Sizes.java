package org.asterism.api.data;

import java.util.Arrays;
import java.util.stream.Collectors;

/** Checks sizes of layouts. */
final class Sizes {
    private Sizes() {}

    /** Refuses negative sizes and data larger than any memory. */
    static void check(String kind, ElementType element, long... sizes) {
        long elements = 1;
        try {
            for (long size : sizes) {
                if (size < 0) {
                    throw new IllegalArgumentException("a " + kind + " of " + text(sizes) + ": sizes are 0 or more");
                }
                elements = Math.multiplyExact(elements, size);
            }
            Math.multiplyExact(elements, element.bytes());
        } catch (ArithmeticException tooLarge) {
            throw new IllegalArgumentException(
                    "a " + kind + " of " + text(sizes) + " " + element + " is larger than any memory", tooLarge);
        }
    }

    private static String text(long... sizes) {
        return Arrays.stream(sizes).mapToObj(Long::toString).collect(Collectors.joining(" x "));
    }
}
