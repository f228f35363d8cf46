package org.asterism.trace.report.internal.analysis;

/**
 * How fast a worker ran its kernels.
 *
 * @param worker its name
 * @param architecture its kind of processor
 * @param nanos the time of its kernels
 * @param usual the time that the same kernels take on average on workers of that kind
 */
public record Pace(String worker, String architecture, double nanos, double usual) {
    /** How much time the worker lost by being slower than its like; below 0 if it was faster. */
    public double excess() {
        return nanos - usual;
    }
}
