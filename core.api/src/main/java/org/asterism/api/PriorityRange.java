package org.asterism.api;

import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Range of the priorities that tasks of a context may have, and the treatment of other priorities.
 *
 * @param least the least priority
 * @param greatest the greatest priority
 * @param outside the treatment of a task whose priority is outside
 */
public record PriorityRange(int least, int greatest, Outside outside) {
    /** Every priority there is. */
    public static final PriorityRange ANY = new PriorityRange(Integer.MIN_VALUE, Integer.MAX_VALUE, Outside.CLAMP);

    private static final String ALL = "all";

    private static final Pattern RANGE =
            Pattern.compile("([+-]?\\d+)\\s*\\.\\.\\s*([+-]?\\d+)(?:\\s*,\\s*(clamp|refuse))?");

    /** The treatment of a task whose priority is outside of the range. */
    public enum Outside {
        /**
         * It is submitted with the nearest priority of the range; the first such task of a context is reported in the
         * log.
         */
        CLAMP,
        /** It is refused when it is submitted. */
        REFUSE
    }

    /** Checks the bounds. */
    public PriorityRange {
        if (least > greatest) {
            throw new IllegalArgumentException(
                    "priorities from " + least + " to " + greatest + ": give the least one first, such as -5 and 5");
        }
        Objects.requireNonNull(outside, "outside");
    }

    /**
     * Reads a range such as {@code -5..5}, {@code -5..5,refuse} or {@code all}.
     *
     * @param text {@code all}; or two whole numbers, and {@code clamp} or {@code refuse}; {@code clamp} if neither is
     *     there
     * @return the range
     * @throws IllegalArgumentException if it is nothing of the kind
     */
    public static PriorityRange parse(String text) {
        if (text.strip().equals(ALL)) {
            return ANY;
        }
        Matcher range = RANGE.matcher(text.strip());
        if (!range.matches()) {
            throw new IllegalArgumentException("'" + text
                    + "' is no range of priorities: write LEAST..GREATEST or LEAST..GREATEST,refuse, such as "
                    + "-5..5, or all");
        }
        try {
            return new PriorityRange(
                    Integer.parseInt(range.group(1)),
                    Integer.parseInt(range.group(2)),
                    "refuse".equals(range.group(3)) ? Outside.REFUSE : Outside.CLAMP);
        } catch (NumberFormatException tooLong) {
            throw new IllegalArgumentException(
                    "'" + text + "' is no range of priorities: they are from " + Integer.MIN_VALUE + " to "
                            + Integer.MAX_VALUE,
                    tooLong);
        }
    }

    /**
     * Whether a priority is in the range.
     *
     * @param priority any number
     * @return true if it is neither less than the least nor greater than the greatest
     */
    public boolean contains(int priority) {
        return least <= priority && priority <= greatest;
    }

    /**
     * The priority of the range that is nearest to a number.
     *
     * @param priority any number
     * @return the number itself if it is in the range
     */
    public int clamp(int priority) {
        return Math.clamp(priority, least, greatest);
    }

    /** As {@link #parse} reads it. */
    @Override
    public String toString() {
        if (least == Integer.MIN_VALUE && greatest == Integer.MAX_VALUE) {
            return ALL; // Nothing is outside.
        }
        return least + ".." + greatest + (outside == Outside.REFUSE ? ",refuse" : "");
    }
}
