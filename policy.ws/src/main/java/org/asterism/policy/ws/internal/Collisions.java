package org.asterism.policy.ws.internal;

import org.asterism.api.Architecture;
import org.asterism.spi.driver.EventClock;
import org.asterism.spi.policy.PolicyContext;

/**
 * Devices that come to rob the same worker at the same moment of virtual time: one of them is served, the others go
 * away and look again. Idle devices are woken together and look for equally long, so without this they would all take
 * a task at the first moment at which there is one for each.
 *
 * <p>So it is in StarPU's simulation, where a thief gives up if the victim's lock is taken. Its traces show one device
 * after the other at a victim, a look around apart. Cores hardly ever meet there: they look around faster, and find
 * the queue empty or its lock free.
 *
 * <p>For the thread of the clock.
 */
final class Collisions {
    /** After so long a device that has met another one looks around again. */
    private static final long PAUSE_NANOS = 1_000;

    private final PolicyContext context;
    private final EventClock clock;

    Collisions(PolicyContext context, EventClock clock) {
        this.context = context;
        this.clock = clock;
    }

    /** Whether a thief has to come again because another one is at the victim; it is woken then. */
    boolean keepAway(Hand thief, Hand victim) {
        if (thief.worker.architecture().equals(Architecture.CPU) || victim.tasks.isEmpty()) {
            return false;
        }
        long now = clock.nanoTime();
        if (victim.robbedAt != now) {
            victim.robbedAt = now;
            return false;
        }
        clock.at(now + PAUSE_NANOS, () -> context.wake(thief.worker));
        return true;
    }
}
