package org.asterism.driver.opencl.internal.queue;

import org.asterism.driver.opencl.internal.library.ErrorCode;
import org.asterism.driver.opencl.internal.library.Events;
import org.asterism.spi.driver.Transfer;

/**
 * Commands of one queue that are waited for together.
 *
 * <p>A poll costs some ten nanoseconds. A thread that wants to sleep lets the queue's thread wait. Several threads may
 * poll at once, so a woken thread always polls itself.
 *
 * <p>The lock guards this state, and is never held during calls to the library. The events must stay while a thread
 * polls them. So threads that poll or wait hold all events, and they are released when the commands have ended and no
 * thread holds them.
 */
public class PendingCommands implements Transfer {
    private final CommandQueue queue;
    private final Object what;
    private final long[] events;
    /** The first one that is not known to have ended; with the lock. */
    private int next;
    /** The failure of the first command that failed; guarded by the lock. */
    private int failedWith;
    /** Number of threads that poll or wait; guarded by the lock. */
    private int holders;
    /** Written before {@link #ended}. */
    private RuntimeException failure;

    private volatile boolean ended;
    /** The failure of a wait, unless it reported that a command failed. Written by the queue's thread. */
    private volatile int waitingFailed;

    /**
     * Commands that are in a queue.
     *
     * @param what they do; its text is for messages, and asked for only then
     * @param events theirs, which are given back here
     */
    public PendingCommands(CommandQueue queue, Object what, long... events) {
        this.queue = queue;
        this.what = what;
        this.events = events;
    }

    @Override
    public boolean isFinished() {
        int from = ended ? -1 : hold();
        if (from >= 0) {
            try {
                look(from);
            } finally {
                letGo();
            }
        }
        if (!ended) {
            return false;
        }
        if (failure != null) {
            throw failure;
        }
        return true;
    }

    /** Has the events stay until {@link #letGo}; -1 if nobody needs them any more, else the first one to look at. */
    private synchronized int hold() {
        if (ended) {
            return -1;
        }
        holders++;
        return next;
    }

    private void letGo() {
        boolean last;
        synchronized (this) {
            holders--;
            last = ended && holders == 0;
        }
        if (last) {
            for (long event : events) {
                Events.release(event);
            }
        }
    }

    private void look(int from) {
        int code = 0;
        int number = from;
        while (number < events.length) {
            int status = Events.status(events[number]);
            if (status > 0 && waitingFailed == 0) {
                break;
            }
            if (code == 0 && status != 0 && tells(number)) {
                code = status < 0 ? status : waitingFailed;
            }
            number++;
        }
        if (number == from && number < events.length) {
            return;
        }
        int told = note(number, code);
        if (number == events.length) {
            measure(events);
            end(told == 0 ? null : queue.failure().of(what.toString(), told));
        }
    }

    /** Whoever looked at the same events has seen the same; so what was noted first is what happened first. */
    private synchronized int note(int reached, int code) {
        if (reached > next) {
            next = reached;
            failedWith = failedWith == 0 ? code : failedWith;
        }
        return failedWith;
    }

    private synchronized void end(RuntimeException thrown) {
        if (!ended) {
            failure = thrown;
            ended = true;
        }
    }

    /** For subclasses: whether an event tells of a command of these; others only have to happen. */
    protected boolean tells(int number) {
        return true;
    }

    /**
     * For subclasses: all commands have ended, and their events are about to be given back. May be called again, with
     * the same outcome.
     */
    protected void measure(long[] ofAll) {}

    @Override
    public boolean whenFinished(Runnable wake) {
        int from = hold();
        if (from < 0) {
            wake.run();
            return true;
        }
        try {
            queue.watch().watch(() -> await(from), wake);
        } catch (IllegalStateException closed) {
            letGo();
            throw closed;
        }
        return true;
    }

    private void await(int from) {
        try {
            for (int number = from; number < events.length; number++) {
                int code = Events.await(events[number]);
                if (code != ErrorCode.SUCCESS && Events.status(events[number]) > 0) {
                    waitingFailed = code;
                }
            }
        } finally {
            letGo();
        }
    }
}
