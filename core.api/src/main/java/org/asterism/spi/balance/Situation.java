package org.asterism.spi.balance;

import java.util.List;

/**
 * The contexts that a balancer may change and the workers that it may move, as of some moment. A worker that is moving
 * between contexts is shown in the context that it joins.
 *
 * @param nanoTime the time of this snapshot, by the runtime's clock
 * @param contexts those that have not opted out, the default one first, then by age
 * @param workers all that are in one of these contexts, by id
 */
public record Situation(long nanoTime, List<ContextShare> contexts, List<WorkerShare> workers) {
    /** Copies the lists. */
    public Situation {
        contexts = List.copyOf(contexts);
        workers = List.copyOf(workers);
    }

    /**
     * The workers of a context.
     *
     * @param context one of {@link #contexts}
     * @return by id
     */
    public List<WorkerShare> workersOf(ContextShare context) {
        return workers.stream().filter(worker -> worker.isIn(context.name())).toList();
    }
}
