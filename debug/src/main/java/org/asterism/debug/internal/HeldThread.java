package org.asterism.debug.internal;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.asterism.debug.Stop;

/** A thread that waits at a breakpoint until somebody lets it go. */
final class HeldThread {
    private final ObservedRuntime runtime;
    private final Stop stop;
    private final AtomicBoolean claimed = new AtomicBoolean();
    private volatile boolean released;

    HeldThread(ObservedRuntime runtime, Stop stop) {
        this.runtime = runtime;
        this.stop = stop;
    }

    ObservedRuntime runtime() {
        return runtime;
    }

    Stop stop() {
        return stop;
    }

    /** Waits; on the thread of the stop. An interrupt, as of a run that is cancelled, ends the wait and stays set. */
    void await() {
        while (!released && !Thread.currentThread().isInterrupted()) {
            LockSupport.park(this);
        }
    }

    /**
     * Lets the thread go, once.
     *
     * @param first done before the thread goes on
     * @return false if somebody has let it go already
     */
    boolean release(Runnable first) {
        if (!claimed.compareAndSet(false, true)) {
            return false;
        }
        first.run();
        released = true;
        LockSupport.unpark(stop.thread());
        return true;
    }
}
