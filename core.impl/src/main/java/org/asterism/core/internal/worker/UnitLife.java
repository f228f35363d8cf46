package org.asterism.core.internal.worker;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import org.asterism.api.WorkerState;
import org.asterism.core.internal.observation.SafeLog;
import org.asterism.spi.driver.ComputeUnit;
import org.asterism.spi.driver.DeviceLostException;

/**
 * The lifecycle of a worker's unit.
 *
 * <p><b>Threads.</b> Used by the thread that steps the worker; other threads may ask for the phase.
 */
final class UnitLife {
    private static final Logger LOG = System.getLogger(UnitLife.class.getName());

    private final ComputeUnit unit;
    private volatile WorkerState phase;
    private boolean started;

    UnitLife(ComputeUnit unit, WorkerState phase) {
        this.unit = unit;
        this.phase = phase;
    }

    /** Whether the unit is being started, can be used or has been closed. Any thread. */
    WorkerState phase() {
        return phase;
    }

    /** Prepares the calling thread, which will use the unit. */
    void start() {
        phase = WorkerState.STARTING;
        started = true;
        try {
            unit.start();
        } finally {
            phase = WorkerState.SCHEDULING;
        }
    }

    /** Ends what {@link #start} began, also if it has thrown. */
    void stop() {
        started = false;
        guarded(unit::stop, "stop");
    }

    void isOver() {
        phase = WorkerState.STOPPED;
    }

    /** Ends the use of the unit, also of one that could not start. */
    void close() {
        if (started) {
            stop();
        }
        guarded(unit::close, "close");
    }

    private void guarded(Runnable end, String what) {
        try {
            end.run();
        } catch (DeviceLostException known) {
            LOG.log(Level.DEBUG, "worker " + unit.name() + ": its unit threw in " + what, known);
        } catch (RuntimeException | Error thrown) {
            SafeLog.log(LOG, Level.ERROR, what + " threw in the unit of worker ", unit.name(), thrown);
        }
    }
}
