package org.asterism.core.internal.context;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.asterism.core.internal.observation.Observers;

/**
 * Tells observers which policy is in charge of a context and which workers the context has. It compares the states
 * before and after each change of the context. Observers are code of the program, so it calls them only after the
 * context's lock for changes was released. A thread that moves workers between contexts, or closes a context, may still
 * hold the lock for such moves. So an observer that does not return delays the next move, but no task.
 */
final class ContextNews {
    /** The state of a context after a change. */
    private record Standing(int number, Optional<String> policy, List<ContextWorker> workers) {
        List<ContextWorker> workersMissingIn(Standing other) {
            Set<ContextWorker> there = new HashSet<>(other.workers);
            return workers.stream().filter(worker -> !there.contains(worker)).toList();
        }
    }

    /** A change, with the states before and after it. */
    private record Change(Standing before, Standing now) {}

    private final Context context;
    private final ReadyPool pool;
    private final ContextWorkers members;
    private final Observers observers;
    private final Queue<Change> untold = new ConcurrentLinkedQueue<>();

    /** Number of threads that have come to notify observers. */
    private final AtomicInteger calls = new AtomicInteger();

    private Standing last = new Standing(PolicyInstance.NOBODY, Optional.empty(), List.of());

    ContextNews(Context context, ReadyPool pool, ContextWorkers members, Observers observers) {
        this.context = context;
        this.pool = pool;
        this.members = members;
        this.observers = observers;
    }

    /** Takes note of what a change leaves behind; at its end, with the lock for changes held. */
    void gather() {
        PolicyInstance inCharge = pool.inCharge();
        Standing now = new Standing(
                inCharge == null ? PolicyInstance.NOBODY : inCharge.number(),
                Optional.ofNullable(inCharge).map(PolicyInstance::name),
                members.all());
        if (!now.equals(last)) {
            untold.add(new Change(last, now));
            last = now;
        }
    }

    /** Tells what has changed, unless another thread is at it; without the lock. */
    void tell() {
        if (calls.getAndIncrement() != 0) {
            return; // the other thread looks once more, so changes are told in their order
        }
        int served = 1;
        do {
            tellAll();
            served = calls.addAndGet(-served);
        } while (served != 0);
    }

    private void tellAll() {
        for (Change next = untold.poll(); next != null; next = untold.poll()) {
            Change change = next;
            change.before.workersMissingIn(change.now).forEach(worker -> observers.left(worker, context));
            change.now.workersMissingIn(change.before).forEach(worker -> observers.joined(worker, context));
            if (change.before.number != change.now.number) {
                observers.policyChanged(context, change.before.policy, change.now.policy);
            }
        }
    }
}
