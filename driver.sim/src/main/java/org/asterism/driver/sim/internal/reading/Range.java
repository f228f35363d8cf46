package org.asterism.driver.sim.internal.reading;

import java.util.Locale;
import org.asterism.driver.sim.internal.machine.KernelTiming;

/**
 * The permitted numbers of a field. The upper bounds are far beyond every real machine. They keep sums of times within
 * the range of the virtual clock, and quotients within that of a double.
 *
 * @param orZero whether 0 is allowed as well
 * @param least the smallest number
 * @param most the largest number
 */
record Range(boolean orZero, double least, double most) {
    /** Of one kernel, in microseconds. */
    static final Range KERNEL_MICROS = to(KernelTiming.MOST_NANOS / 1000);

    /** Of what hands work about, in microseconds; the core has the same bound. */
    static final Range COST_MICROS = to(1e9);

    /** Of a link, in microseconds. Shares may be in proportion to its inverse, so small values are bounded as well. */
    static final Range LATENCY_MICROS = new Range(true, 0.001, 1e6);

    /** In megabytes per second. */
    static final Range BANDWIDTH = new Range(false, 0.001, 1e9);

    /** In operations per nanosecond. */
    static final Range GIGAFLOPS = new Range(false, 1e-6, 1e12);

    static final Range EXPONENT = to(10);
    static final Range SPREAD = to(100);
    static final Range WATTS = to(1e9);
    static final Range JOULES = to(1e12);
    static final Range FLOPS = to(1e30);
    static final Range PART = to(1);
    static final Range WORKERS = to(1e6);
    static final Range MEMBERS = new Range(false, 1, 1e6);

    /** Members of a cluster: there may be a way between each two of them. */
    static final Range CLUSTER = new Range(false, 1, 1000);

    static final Range PIPELINE = new Range(false, 1, 1000);
    static final Range BYTES = to(1e18);
    static final Range CAPACITY = new Range(false, 1, 1e18);

    /** Of what is only there for people. */
    static final Range FACT = to(1e18);

    private static final double LARGEST_IN_DIGITS = 1e7;

    /** From 0. */
    static Range to(double most) {
        return new Range(false, 0, most);
    }

    boolean has(double number) {
        return number >= least && number <= most || orZero && number == 0;
    }

    @Override
    public String toString() {
        return (orZero ? "0 or " : "") + "from " + digits(least) + " to " + digits(most);
    }

    private static String digits(double number) {
        return number == Math.rint(number) && number < LARGEST_IN_DIGITS
                ? Long.toString((long) number)
                : Double.toString(number).toLowerCase(Locale.ROOT).replace(".0e", "e");
    }
}
