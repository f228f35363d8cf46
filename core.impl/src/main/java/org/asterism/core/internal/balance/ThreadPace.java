package org.asterism.core.internal.balance;

import java.util.concurrent.locks.LockSupport;
import org.asterism.spi.thread.BackgroundThread;

/** A pace in real time, on its own daemon thread. */
public final class ThreadPace implements Pace {
    private final long period;
    private final Runnable look;
    private final Thread thread;
    private volatile boolean ended;

    /**
     * @param period nanoseconds from the end of one look to the beginning of the next
     * @param look does not throw
     */
    public ThreadPace(long period, Runnable look) {
        this.period = period;
        this.look = look;
        thread = new BackgroundThread("asterism-balancer", this::goOn);
    }

    @Override
    public void begin() {
        thread.start();
    }

    private void goOn() {
        while (!ended) {
            LockSupport.parkNanos(this, period);
            if (!ended) {
                look.run();
            }
            Thread.interrupted(); // nobody's affair: it would keep the thread awake
        }
    }

    @Override
    public void end() {
        ended = true;
        LockSupport.unpark(thread);
    }
}
