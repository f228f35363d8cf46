package org.asterism.kit.policy.stealing;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.asterism.api.Architecture;
import org.asterism.api.Worker;
import org.asterism.spi.driver.EventClock;
import org.asterism.spi.policy.PolicyContext;

/**
 * Lets one device at a time rob a worker in virtual time; the others look again after a pause. Idle devices are woken
 * together and look for equally long, so without this they would all take a task at the first moment at which there is
 * one for each.
 *
 * <p>StarPU's thieves give up if the lock of their victim is taken, and traces of its simulation show one device after
 * the other at a victim, a look around apart. Cores are left alone: they look around faster, and hardly meet there.
 *
 * <p>For the thread of the clock.
 */
final class Collisions {
    /** The pause before a device that has met another one looks again. */
    private static final long PAUSE_NANOS = 1_000;

    private final PolicyContext context;
    private final EventClock clock;

    /** The planned ends of pauses. */
    private final Map<Worker, EventClock.Event> pauses = new HashMap<>();

    Collisions(PolicyContext context, EventClock clock) {
        this.context = context;
        this.clock = clock;
    }

    /** Whether a thief must look again later because another one is at the victim; the thief is woken then. */
    boolean keepAway(Hand thief, Hand victim) {
        if (thief.worker.architecture().equals(Architecture.CPU) || victim.tasks.isEmpty()) {
            return false;
        }
        long now = clock.nanoTime();
        if (victim.robbedAt != now || victim.robber == thief.worker.id()) {
            victim.robbedAt = now;
            victim.robber = thief.worker.id();
            return false;
        }
        pause(thief.worker, now + PAUSE_NANOS);
        return true;
    }

    private void pause(Worker thief, long end) {
        forget(thief);
        pauses.put(thief, clock.at(end, () -> {
            pauses.remove(thief);
            context.wake(thief);
        }));
    }

    /** Cancels the pause of a worker that leaves. */
    void forget(Worker left) {
        EventClock.Event planned = pauses.remove(left);
        if (planned != null) {
            planned.cancel();
        }
    }

    /** Cancels all pauses, because the policy leaves. */
    void forgetAll() {
        List.copyOf(pauses.keySet()).forEach(this::forget);
    }
}
