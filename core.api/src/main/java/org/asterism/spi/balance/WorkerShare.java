package org.asterism.spi.balance;

import java.util.List;
import org.asterism.api.Architecture;
import org.asterism.api.Worker;

/**
 * A worker as a balancer sees it.
 *
 * @param worker the worker
 * @param contexts the names of the contexts of the {@link Situation} that it is in
 * @param idleNanos for how long it has run nothing, for any context: sampled, so too little by up to one period; 0 if
 *     it runs something or has since the last look
 * @param stayedNanos the time since this balancer has moved it last; {@link Long#MAX_VALUE} if it has not
 * @param isMoving whether it is moving: it has joined a context, and leaves another one when it has run a task in the
 *     new one. Moves of it are refused until then
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
