package org.asterism.core.internal.context;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * For how long each worker has run tasks of a context, in nanoseconds of the runtime's clock. It is measured from when somebody asks for
 * the first time: a reading of the clock before each task and after it is what programs do without otherwise.
 *
 * <p><b>Threads.</b> Any. A worker's time is counted by the worker alone.
 */
public final class BusyTimes {
    private static final VarHandle NANOS;

    static {
        try {
            NANOS = MethodHandles.lookup().findVarHandle(Time.class, "nanos", long.class);
        } catch (ReflectiveOperationException impossible) {
            throw new ExceptionInInitializerError(impossible);
        }
    }

    /** The time of one worker. */
    private static final class Time {
        private long nanos;
    }

    private volatile Time[] byId = {};
    private volatile boolean measured;

    /** Whether somebody wants to know. */
    public boolean areMeasured() {
        return measured;
    }

    /** Counts how long a worker ran a task; on that worker's thread. */
    public void ran(int worker, long nanos) {
        Time[] known = byId;
        Time time = worker < known.length ? known[worker] : null;
        if (time == null) {
            time = make(worker);
        }
        NANOS.setOpaque(time, time.nanos + nanos);
    }

    private synchronized Time make(int worker) {
        Time[] more = Arrays.copyOf(byId, Math.max(byId.length, worker + 1));
        if (more[worker] == null) {
            more[worker] = new Time();
        }
        byId = more;
        return more[worker];
    }

    /** The times so far, by the workers' ids; from now on they are measured. */
    Map<Integer, Long> read() {
        measured = true;
        Map<Integer, Long> read = new HashMap<>();
        Time[] known = byId;
        for (int worker = 0; worker < known.length; worker++) {
            if (known[worker] != null) {
                read.put(worker, (long) NANOS.getOpaque(known[worker]));
            }
        }
        return read;
    }
}
