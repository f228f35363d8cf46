package org.asterism.report.text;

import java.math.BigInteger;
import java.util.Comparator;
import java.util.regex.Pattern;

/** Order of names that compares numbers by value: {@code cpu-2} comes before {@code cpu-10}. */
public final class NaturalOrder implements Comparator<String> {
    /** Position where digits begin or end. */
    private static final Pattern BORDER = Pattern.compile("(?<=\\d)(?!\\d)|(?<!\\d)(?=\\d)");

    /** The order, which has no state. */
    public static final NaturalOrder NAMES = new NaturalOrder();

    private NaturalOrder() {}

    @Override
    public int compare(String one, String other) {
        String[] left = BORDER.split(one);
        String[] right = BORDER.split(other);
        for (int part = 0; part < Math.min(left.length, right.length); part++) {
            int order = isNumber(left[part]) && isNumber(right[part])
                    ? new BigInteger(left[part]).compareTo(new BigInteger(right[part]))
                    : left[part].compareTo(right[part]);
            if (order != 0) {
                return order;
            }
        }
        int shorter = Integer.compare(left.length, right.length);
        return shorter == 0 ? one.compareTo(other) : shorter; // names such as a1 and a01 differ
    }

    private static boolean isNumber(String part) {
        return !part.isEmpty() && part.charAt(0) >= '0' && part.charAt(0) <= '9';
    }
}
