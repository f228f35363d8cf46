package org.asterism.core.internal.runtime;

import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.asterism.api.Clock;

/**
 * Waiting while other threads step the workers: look again and again for a short while, then sleep. A sleeper is counted
 * before it looks for the last time, and workers look at the count after they have counted what ended, so one of the two
 * notices the other. Both have a full fence between, since the counts of tasks are {@code LongAdder}s, which only release.
 */
final class ThreadWaiting implements Waiting {
    private static final long LOOK_NANOS = 50_000;
    private static final int LOOKS_PER_YIELD = 64;

    private final Clock clock;
    private final AtomicInteger waiters = new AtomicInteger();
    private final Queue<Waiter> sleeping = new ConcurrentLinkedQueue<>();

    /** A thread that sleeps until a condition holds, which whoever wakes it looks at first. */
    private record Waiter(Thread thread, BooleanSupplier condition) {}

    ThreadWaiting(Clock clock) {
        this.clock = clock;
    }

    @Override
    public boolean until(BooleanSupplier condition, Runnable beforeSleep, Duration time, String what)
            throws InterruptedException {
        if (condition.getAsBoolean()) {
            return true;
        }
        long begin = clock.nanoTime();
        long limit = time == null ? Long.MAX_VALUE : Math.max(0, saturatedNanos(time));
        long looking = Math.min(LOOK_NANOS, limit);
        do {
            for (int look = 0; look < LOOKS_PER_YIELD; look++) {
                if (condition.getAsBoolean()) {
                    return true;
                }
                Thread.onSpinWait();
            }
            Thread.yield();
        } while (clock.nanoTime() - begin < looking);
        return sleep(condition, beforeSleep, begin, limit);
    }

    private boolean sleep(BooleanSupplier condition, Runnable beforeSleep, long begin, long limit)
            throws InterruptedException {
        Waiter self = new Waiter(Thread.currentThread(), condition);
        waiters.incrementAndGet();
        sleeping.add(self);
        try {
            beforeSleep.run();
            VarHandle.fullFence();
            while (!condition.getAsBoolean()) {
                long left = limit == Long.MAX_VALUE ? Long.MAX_VALUE : limit - (clock.nanoTime() - begin);
                if (left <= 0) {
                    return false;
                }
                if (Thread.interrupted()) {
                    throw new InterruptedException("interrupted while waiting for tasks");
                }
                if (left == Long.MAX_VALUE) {
                    LockSupport.park(this);
                } else {
                    LockSupport.parkNanos(this, left);
                }
            }
            return true;
        } finally {
            sleeping.remove(self);
            waiters.decrementAndGet();
        }
    }

    @Override
    public void sleepUnless(BooleanSupplier condition, Runnable sleep) {
        Waiter self = new Waiter(Thread.currentThread(), condition);
        waiters.incrementAndGet();
        sleeping.add(self);
        try {
            VarHandle.fullFence();
            if (!condition.getAsBoolean()) {
                sleep.run();
            }
        } finally {
            sleeping.remove(self);
            waiters.decrementAndGet();
        }
    }

    private static long saturatedNanos(Duration time) {
        return time.compareTo(Duration.ofNanos(Long.MAX_VALUE - 1)) > 0 ? Long.MAX_VALUE - 1 : time.toNanos();
    }

    @Override
    public boolean isAnybodyWaiting() {
        VarHandle.fullFence();
        return waiters.get() != 0;
    }

    @Override
    public void wakeThoseWhoseTimeHasCome() {
        for (Waiter waiter : sleeping) {
            if (waiter.condition().getAsBoolean()) {
                LockSupport.unpark(waiter.thread());
            }
        }
    }
}
