package org.asterism.shell.gogo.internal.context;

/**
 * Number of tasks that a context completes successfully per second.
 *
 * @param tasksPerSecond rate by the runtime's clock
 * @param seconds length of the measured time
 */
record Throughput(double tasksPerSecond, double seconds) {
    private static final double SLOW = 10;

    /** Returns the rate with the number of digits to display. */
    Number shown() {
        if (tasksPerSecond < SLOW) {
            return Math.round(tasksPerSecond * 10) / 10.0;
        }
        return Math.round(tasksPerSecond);
    }
}
