package org.asterism.api;

/**
 * Amount of work that a program has for a context. Balancers that predict the end of contexts use it, because they do
 * not know tasks that are not submitted yet.
 *
 * @param unit what is counted
 * @param amount how much is left to be done from now on, tasks that were submitted and have not ended included; 0 or
 *     more
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
