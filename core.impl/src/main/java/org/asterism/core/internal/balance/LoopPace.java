package org.asterism.core.internal.balance;

import org.asterism.api.Clock;
import org.asterism.core.internal.stepping.EventLoop;

/** A pace in virtual time. Its events do not keep the loop running: see {@link EventLoop#inBackground}. */
public final class LoopPace implements Pace {
    private final EventLoop loop;
    private final Clock clock;
    private final long period;
    private final Runnable look;
    private boolean ended;

    /**
     * @param loop plans
     * @param clock the loop's
     * @param period nanoseconds from one look to the next
     * @param look does not throw
     */
    public LoopPace(EventLoop loop, Clock clock, long period, Runnable look) {
        this.loop = loop;
        this.clock = clock;
        this.period = period;
        this.look = look;
    }

    @Override
    public void begin() {
        loop.inBackground(clock.nanoTime() + period, this::goOn);
    }

    private void goOn() {
        if (!ended) {
            look.run();
            begin();
        }
    }

    @Override
    public void end() {
        ended = true;
    }
}
