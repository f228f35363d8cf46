package org.asterism.core.internal.worker;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import org.asterism.api.MemoryNode;
import org.asterism.core.internal.task.Job;
import org.asterism.spi.driver.DeviceLostException;
import org.asterism.spi.driver.Execution;

/**
 * A kernel that runs asynchronously, from launch to end, and whether its driver reports the end.
 *
 * <p>The worker requests that report when it is about to rest, and not at the launch. So a kernel that is shorter than
 * the worker's patience costs its driver only polls.
 *
 * <p>Used by the thread that steps the worker.
 */
final class KernelUnderWay {
    private static final Logger LOG = System.getLogger(KernelUnderWay.class.getName());

    /** Of a kernel whose driver does not tell how long it ran. */
    static final long UNKNOWN = -1;

    private final UnitWorker worker;
    private final EngineHome home;
    private Execution execution;

    /**
     * The watch on the kernel's time limit, from before its launch to after its end; null if its codelet has no time
     * limit.
     */
    private Watchdog.Watch watch;

    /** Whether the driver was asked to tell. */
    private boolean asked;

    /** Whether it will. */
    private boolean told;

    KernelUnderWay(UnitWorker worker, EngineHome home) {
        this.worker = worker;
        this.home = home;
    }

    /** Starts to watch a kernel that is about to be launched, if it has a time limit. */
    void watch(Job job) {
        if (job.codelet().timeLimitNanos() != 0) {
            watch = home.watchdog().begin(job, worker, job.codelet().timeLimitNanos());
        }
    }

    void endWatch() {
        if (watch != null) {
            home.watchdog().end(watch);
            watch = null;
        }
    }

    boolean isWatched() {
        return watch != null;
    }

    /** Takes a kernel that was launched and has not ended. */
    void begin(Execution launched) {
        execution = launched;
        asked = false;
        told = false;
        if (watch != null) {
            watch.isByItself();
        }
    }

    /**
     * Whether it has ended; if not well, what it threw is thrown.
     *
     * @throws DeviceLostException if it will not, since its device is lost
     */
    boolean hasEnded() throws Exception {
        if (watch != null) {
            home.watchdog().look(watch);
        }
        if (execution.isFinished()) {
            return true;
        }
        DeviceLostException gone = worker.loss();
        if (gone == null || worker.memoryNode() == MemoryNode.MAIN) {
            return false;
        }
        throw gone; // it does not answer any more
    }

    void end() {
        execution = null;
    }

    boolean isThere() {
        return execution != null;
    }

    Execution execution() {
        return execution;
    }

    long nextPoll() {
        return execution == null ? Long.MAX_VALUE : execution.nextPoll();
    }

    /**
     * Asks the driver to tell when the kernel has ended, once.
     *
     * @return whether that was asked for now; the kernel has to be looked at once more after it
     */
    boolean askToBeTold(Runnable wake) {
        if (execution == null || asked) {
            return false;
        }
        asked = true;
        try {
            told = execution.whenFinished(wake);
        } catch (RuntimeException | Error thrown) {
            warn(worker, "when a kernel has ended, which is asked for now", thrown);
        }
        return true;
    }

    /** Returns the duration of a kernel that has ended well, if its driver measures it; else a negative number. */
    static long nanosOf(Execution ended, UnitWorker worker) {
        try {
            return ended.kernelNanos();
        } catch (RuntimeException | Error thrown) {
            warn(worker, "how long a kernel ran", thrown);
            return UNKNOWN;
        }
    }

    private static void warn(UnitWorker worker, String untold, Throwable thrown) {
        LOG.log(
                Level.WARNING,
                "worker " + worker.name() + ": its driver cannot tell " + untold + ": " + thrown,
                thrown);
    }

    /** Whether somebody has to ask for its end again and again. */
    boolean mustBePolled() {
        return execution != null && !told;
    }
}
