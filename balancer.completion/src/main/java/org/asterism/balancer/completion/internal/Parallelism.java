package org.asterism.balancer.completion.internal;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.asterism.spi.balance.ContextShare;
import org.asterism.spi.balance.Situation;
import org.asterism.spi.balance.WorkerShare;

/**
 * Number of workers that each context can use: the largest number that were busy, or wanted for ready tasks, at the
 * same time. Older peaks fade. If only the work counted, a chain of tasks would seem to end earlier with more workers.
 * Not thread-safe.
 */
final class Parallelism {
    private static final double FADING = 0.9;

    private final Map<String, Double> seen = new HashMap<>();

    /** Looks at all contexts. */
    void look(Situation situation) {
        seen.keySet()
                .retainAll(situation.contexts().stream().map(ContextShare::name).toList());
        for (ContextShare context : situation.contexts()) {
            List<WorkerShare> workers = situation.workersOf(context);
            double now = context.ready()
                    + workers.stream().filter(worker -> worker.idleNanos() == 0).count();
            seen.merge(context.name(), now, (before, fresh) -> Math.max(FADING * before, fresh));
        }
    }

    /** Returns the number of workers that a context can use; at least one if it has work. */
    int of(ContextShare context) {
        return (int) Math.min(Integer.MAX_VALUE, Math.max(1, Math.ceil(seen.getOrDefault(context.name(), 0.0))));
    }
}
