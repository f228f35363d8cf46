package org.asterism.driver.opencl.internal.queue;

import java.util.Arrays;
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
            if (failure == null && status != 0 && tells(next)) {
                failure = queue.failure().of(what, status < 0 ? status : waitingFailed);
            }
            if (tells(next)) {
                ended(events[next]);
            }
            Events.release(events[next]);
            next++;
        }
        if (failure != null) {
            throw failure;
        }
        return true;
    }

    /** For subclasses: whether an event tells of a command of these; others only have to happen. */
    protected boolean tells(int number) {
        return true;
    }

    /** For subclasses: a command has ended, and its event is about to be given back. */
    protected void ended(long event) {}

    @Override
    public boolean whenFinished(Runnable wake) {
        long[] left = retainThoseLeft();
        if (left.length == 0) {
            wake.run();
            return true;
        }
        queue.watch().watch(() -> await(left), wake);
        return true;
    }

    /** Those who ask may find the end by themselves, and give events back before the thread comes to wait for them. */
    private synchronized long[] retainThoseLeft() {
        long[] left = Arrays.copyOfRange(events, next, events.length);
        for (long event : left) {
            Events.retain(event);
        }
        return left;
    }

    private void await(long[] left) {
        for (long event : left) {
            int code = Events.await(event);
            if (code != ErrorCode.SUCCESS && Events.status(event) > 0) {
                waitingFailed = code;
            }
            Events.release(event);
        }
    }
}
