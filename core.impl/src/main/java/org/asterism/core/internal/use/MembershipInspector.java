package org.asterism.core.internal.use;

import java.util.function.Supplier;

/**
 * Who of a runtime's workers is in which context, at a moment when none is on the way from one to another: whoever
 * looks at any other time may find a worker nowhere that is about to be somewhere.
 */
public interface MembershipInspector {
    /**
     * Has somebody look at such a moment, and act upon that. Returns before: any thread may ask, also under locks.
     *
     * @param look called while nobody may come or go, and so may do nothing but look; what it gives is run afterwards,
     *     on a thread that holds no lock
     */
    void ask(Supplier<Runnable> look);
}
