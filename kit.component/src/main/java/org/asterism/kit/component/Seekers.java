package org.asterism.kit.component;

import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Who looks into a store while a task is out of it: taken out to be offered to somebody, and perhaps put back. Whoever
 * put it back learns here whether anybody may have looked in vain meanwhile, and so may fall asleep though there is a
 * task for it.
 *
 * <p>Each looking is counted when it begins and when it has ended. A task was missed by nobody if, when it is back, no
 * more have begun than had ended before it was taken out: then all who have looked did so before, or see it.
 *
 * <p><b>Memory order.</b> A full fence lies between putting back and asking who has begun, and between beginning and
 * looking: one of the two sees the other.
 */
final class Seekers {
    private final AtomicLong begun = new AtomicLong();
    private final AtomicLong ended = new AtomicLong();

    void begin() {
        begun.incrementAndGet();
        VarHandle.fullFence();
    }

    void end() {
        ended.incrementAndGet();
    }

    /** How many have looked; to be read before a task is taken out. */
    long ended() {
        return ended.get();
    }

    /** Whether somebody may have looked in vain; to be asked when the task is back. */
    boolean haveMissed(long endedBefore) {
        VarHandle.fullFence();
        return begun.get() != endedBefore;
    }
}
