package org.asterism.core.internal.context;

import java.util.Collection;
import java.util.List;
import org.asterism.api.Worker;

/**
 * The operations of a context that concern other contexts of its runtime: moving workers, and leaving tasks to an heir.
 */
public interface Relations {
    /** Whether it is the default context, which is not closed. */
    boolean isDefault(Context context);

    /**
     * Adds workers to a context or takes them out; if a policy asks for that, at the end of the worker's scheduling
     * operation.
     */
    void move(Context context, Collection<? extends Worker> workers, boolean in);

    /** Closes the contexts that are nested in another. */
    void closeNested(Context context);

    /**
     * Moves a context's workers and tasks to its heir. Returns false if it has no heir or other contexts are nested in
     * it.
     */
    boolean leaveToHeir(Context context);

    /**
     * Ends a context that has no tasks any more; false if there are contexts nested in it, or it has inherited some.
     *
     * @param inheritances the number of times that it had inherited when its tasks were waited for
     */
    boolean end(Context context, long inheritances);

    /** Returns a context and the nested ones whose tasks a wait for this context includes. */
    List<Context> waitedFor(Context context);
}
