package org.asterism.shell.gogo.internal.context;

/**
 * How fast a context ends tasks well.
 *
 * @param tasksPerSecond by its runtime's clock
 * @param seconds the time over which that was so
 */
record Throughput(double tasksPerSecond, double seconds) {
    private static final double SLOW = 10;

    /** In as many digits as people want to see. */
    Number shown() {
        if (tasksPerSecond < SLOW) {
            return Math.round(tasksPerSecond * 10) / 10.0;
        }
        return Math.round(tasksPerSecond);
    }
}
