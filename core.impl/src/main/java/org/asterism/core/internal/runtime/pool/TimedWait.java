package org.asterism.core.internal.runtime.pool;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * A wait, during a close, for an event that may never happen. It is reported every ten seconds, and given up after the
 * closing timeout. Used by the thread that waits; times are in nanoseconds of the runtime's clock.
 */
public final class TimedWait {
    private static final long PERIOD = TimeUnit.SECONDS.toNanos(10);

    private final Object awaited;
    private final long timeout;
    private final long since;
    private long nextReport;

    /** Begins now to wait for something, which another wait is compared by. */
    public TimedWait(Object awaited, Duration timeout, long now) {
        this.awaited = awaited;
        this.timeout = TimeUnit.NANOSECONDS.convert(timeout);
        since = now;
        nextReport = now + Math.min(PERIOD, this.timeout);
    }

    /** This wait if it is for that, else another that begins now. */
    public TimedWait orFor(Object now, Duration limit, long time) {
        return awaited.equals(now) ? this : new TimedWait(now, limit, time);
    }

    public boolean isOver(long now) {
        return now - since >= timeout;
    }

    /** Whether it is to be reported now: ten seconds have passed since it was, or it is over. */
    public boolean isReportDue(long now) {
        if (now - nextReport < 0) {
            return false;
        }
        nextReport = now + (isOver(now) ? PERIOD : Math.min(PERIOD, timeout - (now - since)));
        return true;
    }

    public String elapsed(long now) {
        return seconds(now - since);
    }

    /** Returns the time when what is waited for is given up, in words that end a sentence. */
    public String limit() {
        return timeout == Long.MAX_VALUE
                ? "; it is never given up (RuntimeConfiguration.withClosingTimeout)"
                : "; it is given up after " + seconds(timeout) + " (RuntimeConfiguration.withClosingTimeout)";
    }

    private static String seconds(long nanos) {
        return Math.round(nanos / 1e8) / 10.0 + " s";
    }
}
