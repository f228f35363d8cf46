package org.asterism.core.internal.context;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.asterism.spi.concurrent.IdTable;

/**
 * The time for which each worker has run tasks of a context, in nanoseconds of the runtime's clock.
 *
 * <p>Measurement begins with the first query. Programs without queries need not read the clock before and after each
 * task.
 *
 * <p><b>Threads.</b> Any. Only the worker itself counts its time.
 */
public final class BusyTimes {
    private record Time(int worker, AtomicLong nanos) {}

    private volatile IdTable<Time> byId = IdTable.empty();
    private volatile boolean measured;
    private final Runnable whenMeasured;

    /**
     * Creates the times of a context.
     *
     * @param whenMeasured called before the first measurement
     */
    BusyTimes(Runnable whenMeasured) {
        this.whenMeasured = whenMeasured;
    }

    public boolean areMeasured() {
        return measured;
    }

    /** Counts how long a worker ran a task; on that worker's thread. */
    public void ran(int worker, long nanos) {
        Time time = byId.get(worker);
        if (time == null) {
            time = make(worker);
        }
        time.nanos().setOpaque(time.nanos().getPlain() + nanos);
    }

    private synchronized Time make(int worker) {
        Time time = new Time(worker, new AtomicLong()); // only the worker itself comes here, so there is none
        byId = byId.with(worker, time);
        return time;
    }

    /** Forgets the time of a worker that has ended. */
    synchronized void forget(int worker) {
        byId = byId.without(worker);
    }

    /** The times so far, by the workers' ids; from now on they are measured. */
    Map<Integer, Long> read() {
        if (!measured) {
            whenMeasured.run();
            measured = true;
        }
        Map<Integer, Long> read = new HashMap<>();
        for (Time time : byId.values()) {
            read.put(time.worker(), time.nanos().getOpaque());
        }
        return read;
    }
}
