package org.asterism.core.internal.runtime.waiting;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.asterism.api.Clock;
import org.asterism.core.internal.task.GraphNode;

/**
 * A search for stuck tasks that all waiting threads share. With very many tasks the search takes long, and thousands of
 * threads may need it at the same time.
 *
 * <p>It is repeated for a thread that began to wait later, and when something has moved. It is also repeated when it is
 * old, since programs can change what tasks wait for without any movement.
 *
 * <p>Any thread may use it.
 */
final class SharedLook {
    private static final long FRESH_NANOS = 250_000_000;

    private final StuckWatch.Activity activity;
    private final Clock clock;

    /** The events that threads wait for, with the number of these threads. A search finds all of them. */
    private final Map<GraphNode, Integer> awaited = new ConcurrentHashMap<>();

    private final AtomicInteger threads = new AtomicInteger();
    private volatile Taken last;

    /**
     * The result of a search.
     *
     * @param awaited the events that it considers in any case
     * @param movements the count of movements before
     * @param begun the time when it began
     * @param end the time until which it is fresh
     */
    private record Taken(TaskInspector look, Set<GraphNode> awaited, long movements, long begun, long end) {}

    SharedLook(StuckWatch.Activity activity, Clock clock) {
        this.activity = activity;
        this.clock = clock;
    }

    /** Is told that a thread waits for something, null for tasks at large, and may look soon. */
    void waitBegins(GraphNode node) {
        threads.incrementAndGet();
        if (node != null) {
            awaited.merge(node, 1, Integer::sum);
        }
    }

    /** Is told that it does not wait any more. */
    void waitEnds(GraphNode node) {
        if (node != null) {
            awaited.computeIfPresent(node, (any, count) -> count == 1 ? null : count - 1);
        }
        if (threads.decrementAndGet() == 0) {
            forget();
        }
    }

    /** Lets go of the tasks that were found. */
    void forget() {
        last = null;
    }

    /**
     * Looks, or returns what another thread has seen.
     *
     * @param node the node that the thread waits for; null for tasks at large
     * @param since the time at which it began to wait
     */
    TaskInspector take(GraphNode node, long since) {
        Taken known = last;
        if (known != null && isGood(known, node, since)) {
            return known.look();
        }
        synchronized (this) {
            known = last; // those that have waited for the same look find it here
            if (known == null || !isGood(known, node, since)) {
                long begun = clock.nanoTime();
                long movements = activity.movements();
                Set<GraphNode> all = Set.copyOf(awaited.keySet());
                TaskInspector look = activity.look(all);
                long ended = clock.nanoTime();
                long fresh = Math.max(FRESH_NANOS, 10 * (ended - begun));
                known = new Taken(look, all, movements, begun, ended + fresh);
                last = known;
            }
            return known.look();
        }
    }

    private boolean isGood(Taken taken, GraphNode node, long since) {
        return taken.begun() - since >= 0
                && clock.nanoTime() - taken.end() <= 0
                && taken.movements() == activity.movements()
                && (node == null || taken.awaited().contains(node));
    }
}
