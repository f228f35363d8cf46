package org.asterism.spi.balance;

import java.util.List;
import org.asterism.api.Architecture;
import org.asterism.api.Worker;

/**
 * A worker as a balancer sees it.
 *
 * @param worker the worker
 * @param contexts the names of the contexts of the {@link Situation} that it is in
 * @param idleNanos the time for which it has run no task of any context; sampled, so too short by up to one period. 0
 *     if it runs a task, or has run one since the last look
 * @param stayedNanos the time since the last move of the worker by this balancer; {@link Long#MAX_VALUE} if there was
 *     none
 * @param isMoving whether it is moving: it has joined a context, and will leave another one when it has run a task in
 *     the new one. Until then, moves of it are refused
 */
public record WorkerShare(Worker worker, List<String> contexts, long idleNanos, long stayedNanos, boolean isMoving) {
    /** Copies the list. */
    public WorkerShare {
        contexts = List.copyOf(contexts);
    }

    /**
     * Whether it is in a context.
     *
     * @param context the context's name
     * @return true if it is
     */
    public boolean isIn(String context) {
        return contexts.contains(context);
    }

    /**
     * Returns the worker's kind of processor.
     *
     * @return never null
     */
    public Architecture architecture() {
        return worker.architecture();
    }
}
