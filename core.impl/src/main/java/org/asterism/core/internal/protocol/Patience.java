package org.asterism.core.internal.protocol;

import java.util.concurrent.TimeUnit;
import org.asterism.api.Clock;

/**
 * The time that a thread waits for code of a plug-in to return: ten seconds of the machine's clock. The length of the
 * thread's sleeps does not matter.
 *
 * <p>Real time counts even in a simulation, because virtual time stands still while the thread waits.
 */
public final class Patience {
    /** In nanoseconds. */
    private static final long LIMIT = TimeUnit.SECONDS.toNanos(10);

    private static final Clock CLOCK = Clock.system();

    private final long begin = CLOCK.nanoTime();

    public Patience() {}

    public boolean isOver() {
        return CLOCK.nanoTime() - begin >= LIMIT;
    }
}
