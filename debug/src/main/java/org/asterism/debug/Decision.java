package org.asterism.debug;

import java.util.Locale;
import org.asterism.api.Worker;

/**
 * A policy's decision about a task, with the estimates that it is based on. An estimate that the policy does not use is
 * not-a-number.
 *
 * @param worker the worker that the policy expects to run the task
 * @param start when it expects the task to start, in nanoseconds of the runtime's clock
 * @param length how long it expects the task to run, in nanoseconds
 * @param transfer how long it expects the data to travel, in nanoseconds
 * @param joules the energy that it expects the task to take
 */
public record Decision(Worker worker, double start, double length, double transfer, double joules) {
    /** The worker with the expected times, as far as the policy knows them. */
    @Override
    public String toString() {
        return worker.name() + micros(length, "to run") + micros(transfer, "for its data");
    }

    private static String micros(double nanos, String what) {
        return Double.isNaN(nanos) ? "" : String.format(Locale.ROOT, ", %.1f us %s", nanos / 1e3, what);
    }
}
