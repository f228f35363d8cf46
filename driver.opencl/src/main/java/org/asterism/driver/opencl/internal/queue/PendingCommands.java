package org.asterism.driver.opencl.internal.queue;

import org.asterism.driver.opencl.internal.library.ErrorCode;
import org.asterism.driver.opencl.internal.library.Events;
import org.asterism.spi.driver.Transfer;

/**
 * Commands of one queue that are waited for together. Asking costs some ten nanoseconds; whoever wants to sleep has the queue's thread
 * wait. Several threads may ask: whoever is woken while another one looks by himself.
 */
public class PendingCommands implements Transfer {
    private final CommandQueue queue;
    private final String what;
    private final long[] events;
    /** The first one that is not known to have ended. */
    private int next;

    private RuntimeException failure;
    /** What waiting said, when it said something else than that a command failed. Written by the queue's thread. */
    private volatile int waitingFailed;

    /**
     * Commands that are in a queue.
     *
     * @param what they do, for messages
     * @param events theirs, which are given back here
     */
    public PendingCommands(CommandQueue queue, String what, long... events) {
        this.queue = queue;
        this.what = what;
        this.events = events;
    }

    @Override
    public synchronized boolean isFinished() {
        while (next < events.length) {
            int status = Events.status(events[next]);
            if (status > 0 && waitingFailed == 0) {
                return false;
            }
            if (failure == null && (status < 0 || status > 0)) {
                failure = queue.failure().of(what, status < 0 ? status : waitingFailed);
            }
            ended(events[next]);
            Events.release(events[next]);
            next++;
        }
        if (failure != null) {
            throw failure;
        }
        return true;
    }

    /** For subclasses: a command has ended, and its event is about to be given back. */
    protected void ended(long event) {}

    @Override
    public boolean whenFinished(Runnable wake) {
        if (next == events.length) {
            wake.run();
            return true;
        }
        // Those who ask may find the end by themselves, and give the events back before the thread comes to wait for
        // them.
        long last = events[events.length - 1];
        Events.retain(last);
        queue.watch().watch(() -> await(last), wake);
        return true;
    }

    /** Those who ask may find the end by themselves, and give the event back before the thread comes to wait for it; 0 if they have. */
    private synchronized long retainLast() {
        if (next == events.length) {
            return 0;
        }
        long last = events[events.length - 1];
        Events.retain(last);
        return last;
    }

    /** The queue keeps the order, so that the others have ended when the last one has. */
    private void await(long last) {
        int code = Events.await(last);
        if (code != ErrorCode.SUCCESS && Events.status(last) > 0) {
            waitingFailed = code;
        }
        Events.release(last);
    }
}
