package org.asterism.core.internal.use;

import java.util.function.Supplier;

/**
 * Reports which worker is in which context, at a moment when no worker moves between contexts. At other times a moving
 * worker may be in none.
 */
public interface MembershipInspector {
    /**
     * Runs an inspection at such a moment, and then the action that it returns. This method returns earlier, so any
     * thread may call it, even with locks held.
     *
     * @param look called while nobody may come or go, and so may do nothing but look; what it gives is run afterwards,
     *     on a thread that holds no lock
     */
    void ask(Supplier<Runnable> look);
}
