package org.asterism.api;

import java.util.Objects;

/**
 * The priorities that tasks of a context may have, and what becomes of others.
 *
 * @param least the least priority
 * @param greatest the greatest priority
 * @param outside what becomes of a task whose priority is outside
 */
public record PriorityRange(int least, int greatest, Outside outside) {
    /** Every priority there is. */
    public static final PriorityRange ANY = new PriorityRange(Integer.MIN_VALUE, Integer.MAX_VALUE, Outside.CLAMP);

    /** What becomes of a task whose priority is outside of the range. */
    public enum Outside {
        /** It is submitted with the nearest priority of the range; the first such task of a context is reported in the log. */
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
}
