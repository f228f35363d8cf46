package org.asterism.core.internal.runtime.waiting;

import java.time.Duration;
import java.util.function.BooleanSupplier;
import org.asterism.api.Clock;
import org.asterism.core.internal.stepping.EventLoop;

/** Waits in virtual time: the waiting thread steps the workers itself. */
final class LoopWaiting implements Waiting {
    private final EventLoop loop;
    private final Clock clock;

    LoopWaiting(EventLoop loop, Clock clock) {
        this.loop = loop;
        this.clock = clock;
    }

    @Override
    public boolean until(BooleanSupplier condition, Runnable beforeSleep, Duration time, String what) {
        if (time == null) {
            if (!loop.runUntil(condition)) {
                throw new IllegalStateException(
                        "in virtual time nothing is left to do, but " + what + " has not come to its end");
            }
            return true;
        }
        long now = clock.nanoTime();
        boolean tooLong = time.compareTo(Duration.ofNanos(Long.MAX_VALUE - now)) > 0;
        long end = tooLong ? Long.MAX_VALUE : now + time.toNanos();
        return loop.runUntil(condition, end);
    }

    @Override
    public boolean isSoon(BooleanSupplier condition, Duration time) {
        return condition.getAsBoolean();
    }

    @Override
    public boolean untilEnd(
            Object awaited, BooleanSupplier hasEnded, Runnable beforeSleep, Duration time, String what) {
        return until(hasEnded, beforeSleep, time, what);
    }

    @Override
    public void sleepUnless(BooleanSupplier condition, Runnable sleep) {
        throw new IllegalStateException("in virtual time no thread sleeps that steps a worker");
    }

    @Override
    public boolean isAnybodyWaiting() {
        return false;
    }

    @Override
    public void wakeSatisfied() {
        // The waiting thread checks its condition after every step.
    }

    @Override
    public void wake(Object ended) {
        // The same.
    }

    @Override
    public void lookAgain() {
        loop.stir();
    }
}
