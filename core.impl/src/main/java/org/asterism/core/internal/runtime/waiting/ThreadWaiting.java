package org.asterism.core.internal.runtime.waiting;

import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.asterism.api.Clock;

/**
 * Waits while other threads step the workers: polls for a short while, then sleeps.
 *
 * <p>A sleeper is counted before its last check, and workers read the count after they have counted an end, so one of
 * the two notices the other. On both sides a full fence lies between the two steps.
 *
 * <p>Threads that wait for a single event are found through that event. With thousands of threads, each for its own
 * task, checking all of them at the end of each task would take quadratic time.
 */
final class ThreadWaiting implements Waiting {
    private static final long LOOK_NANOS = 50_000;
    private static final int LOOKS_PER_YIELD = 64;

    private final Clock clock;
    private final AtomicInteger waiters = new AtomicInteger();
    private final Set<Waiter> sleeping = ConcurrentHashMap.newKeySet();
    private final Map<Object, Set<Thread>> sleepingUntilEnd = new ConcurrentHashMap<>();

    /** A thread that sleeps until a condition holds. The thread that would wake it checks the condition first. */
    private record Waiter(Thread thread, BooleanSupplier condition) {}

    ThreadWaiting(Clock clock) {
        this.clock = clock;
    }

    @Override
    public boolean until(BooleanSupplier condition, Runnable beforeSleep, Duration time, String what)
            throws InterruptedException {
        long begin = clock.nanoTime();
        return isSoon(condition, time) || asWaiter(condition, () -> sleep(condition, beforeSleep, begin, limit(time)));
    }

    @Override
    public boolean isSoon(BooleanSupplier condition, Duration time) {
        if (condition.getAsBoolean()) {
            return true;
        }
        long begin = clock.nanoTime();
        long looking = Math.min(LOOK_NANOS, limit(time));
        do {
            for (int look = 0; look < LOOKS_PER_YIELD; look++) {
                if (condition.getAsBoolean()) {
                    return true;
                }
                Thread.onSpinWait();
            }
            Thread.yield();
        } while (clock.nanoTime() - begin < looking);
        return false;
    }

    @Override
    public boolean untilEnd(Object awaited, BooleanSupplier hasEnded, Runnable beforeSleep, Duration time, String what)
            throws InterruptedException {
        return sleepUntilEnd(awaited, hasEnded, beforeSleep, clock.nanoTime(), limit(time));
    }

    private static long limit(Duration time) {
        return time == null ? Long.MAX_VALUE : Math.max(0, TimeUnit.NANOSECONDS.convert(time));
    }

    private boolean sleepUntilEnd(
            Object awaited, BooleanSupplier hasEnded, Runnable beforeSleep, long begin, long limit)
            throws InterruptedException {
        Thread self = Thread.currentThread();
        sleepingUntilEnd.compute(awaited, (any, others) -> {
            Set<Thread> all = others == null ? ConcurrentHashMap.newKeySet(1) : others;
            all.add(self);
            return all;
        });
        try {
            return sleep(hasEnded, beforeSleep, begin, limit);
        } finally {
            sleepingUntilEnd.computeIfPresent(awaited, (any, all) -> {
                all.remove(self);
                return all.isEmpty() ? null : all;
            });
        }
    }

    private boolean sleep(BooleanSupplier condition, Runnable beforeSleep, long begin, long limit)
            throws InterruptedException {
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
    }

    @Override
    public void sleepUnless(BooleanSupplier condition, Runnable sleep) {
        asWaiter(condition, () -> {
            VarHandle.fullFence();
            if (!condition.getAsBoolean()) {
                sleep.run();
            }
            return true;
        });
    }

    private interface Sleep<E extends Exception> {
        boolean begin() throws E;
    }

    /** Makes the calling thread sleep where the threads that make the condition true find it. */
    private <E extends Exception> boolean asWaiter(BooleanSupplier condition, Sleep<E> sleep) throws E {
        Waiter self = new Waiter(Thread.currentThread(), condition);
        waiters.incrementAndGet();
        sleeping.add(self);
        try {
            return sleep.begin();
        } finally {
            sleeping.remove(self);
            waiters.decrementAndGet();
        }
    }

    @Override
    public boolean isAnybodyWaiting() {
        VarHandle.fullFence();
        return waiters.get() != 0;
    }

    @Override
    public void wakeSatisfied() {
        for (Waiter waiter : sleeping) {
            if (waiter.condition().getAsBoolean()) {
                LockSupport.unpark(waiter.thread());
            }
        }
    }

    @Override
    public void wake(Object ended) {
        Set<Thread> threads = sleepingUntilEnd.get(ended);
        if (threads != null) {
            threads.forEach(LockSupport::unpark);
        }
    }
}
