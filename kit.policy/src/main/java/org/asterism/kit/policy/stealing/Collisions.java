package org.asterism.kit.policy.stealing;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.asterism.api.Architecture;
import org.asterism.api.Worker;
import org.asterism.spi.driver.EventClock;
import org.asterism.spi.policy.PolicyContext;

/**
 * Rule for simulations: only one device at a time may steal from a worker, the others try again after a pause. Idle
 * devices wake at the same virtual time and search equally long. Without this rule they would all steal at the same
 * moment.
 *
 * <p>In StarPU, a thief gives up if another one holds the victim's lock. Traces of its simulation show the devices
 * stealing one after the other. Cores are exempt, because they search faster and hardly ever meet.
 *
 * <p>Used by the clock's thread only.
 */
final class Collisions {
    /** Pause in nanoseconds before a device that met another thief tries again. */
    private static final long PAUSE_NANOS = 1_000;

    private final PolicyContext context;
    private final EventClock clock;

    /** Planned ends of the current pauses. */
    private final Map<Worker, EventClock.Event> pauses = new HashMap<>();

    Collisions(PolicyContext context, EventClock clock) {
        this.context = context;
        this.clock = clock;
    }

    /**
     * Whether a thief must try later because another one is stealing from the victim. If so, the thief is woken after
     * the pause.
     */
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

    /** Cancels the pause of a worker that leaves the policy. */
    void forget(Worker left) {
        EventClock.Event planned = pauses.remove(left);
        if (planned != null) {
            planned.cancel();
        }
    }

    /** Cancels all pauses, because the policy ends. */
    void forgetAll() {
        List.copyOf(pauses.keySet()).forEach(this::forget);
    }
}
