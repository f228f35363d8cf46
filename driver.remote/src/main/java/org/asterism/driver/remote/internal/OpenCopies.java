package org.asterism.driver.remote.internal;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The copies from and to a member for which somebody may still touch memory that the core uses: the transport of this
 * process, or another member that gets data of this one. When the member is lost, they come to their end before the
 * core hears of it: else what comes late could overwrite what the core has put there since, or memory could be sent
 * that has been freed. Thread-safe.
 */
final class OpenCopies {
    private final Set<Route> routes = new HashSet<>();
    private int open;

    /** What follows the last copy; null unless the member is lost. */
    private Runnable whenOver;

    /** Begins a copy, which {@link #ended} ends; false if the member is lost. */
    synchronized boolean begin() {
        if (whenOver != null) {
            return false;
        }
        open++;
        return true;
    }

    /** A copy has ended: nothing more is read or written for it. */
    void ended() {
        Runnable over;
        synchronized (this) {
            open--;
            over = open == 0 ? whenOver : null;
        }
        if (over != null) {
            over.run();
        }
    }

    /** Adds the route of copies, which hears of the loss; false if that has happened. */
    synchronized boolean add(Route route) {
        if (whenOver != null) {
            return false;
        }
        routes.add(route);
        return true;
    }

    /** The other end of a route is lost. */
    synchronized void remove(Route route) {
        routes.remove(route);
    }

    /** The member is lost. Called once. */
    void lose(Runnable over) {
        List<Runnable> all = new ArrayList<>();
        synchronized (this) {
            whenOver = over;
            open++; // until the routes know
            routes.forEach(route -> all.add(route::sourceLost));
            routes.clear();
        }
        all.add(this::ended);
        RunAll.of(all);
    }
}
