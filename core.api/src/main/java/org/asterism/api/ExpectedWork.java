package org.asterism.api;

/**
 * Amount of work that a program has for a context. Balancers use it to predict when a context ends, because they do not
 * know tasks that are not submitted yet.
 *
 * @param unit the unit of the amount
 * @param amount the amount that is left from now on, including tasks that were submitted and have not ended; 0 or more
 */
public record ExpectedWork(Unit unit, double amount) {
    /** A unit of work. */
    public enum Unit {
        /** Each task is 1. */
        TASKS,
        /** Each task is as much as was said with {@link Task#flops(double)}. */
        FLOPS
    }

    /** Checks the number. */
    public ExpectedWork {
        if (!(amount >= 0) || Double.isInfinite(amount)) {
            throw new IllegalArgumentException("expected work is " + amount + ": give a number from 0");
        }
    }

    /**
     * So many tasks.
     *
     * @param number 0 or more
     * @return that work
     */
    public static ExpectedWork tasks(long number) {
        return new ExpectedWork(Unit.TASKS, number);
    }

    /**
     * So many floating-point operations, of tasks that say how many they take.
     *
     * @param operations 0 or more
     * @return that work
     */
    public static ExpectedWork flops(double operations) {
        return new ExpectedWork(Unit.FLOPS, operations);
    }
}
