package org.asterism.driver.remote.internal;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The copies from a member to others that are under way. When the member is lost, they come to their end before the
 * core hears of it: else what comes late could overwrite what the core has put there since. Thread-safe.
 */
final class Departures {
    private final Set<Route> routes = new HashSet<>();
    private int underWay;

    /** What follows the last copy; null unless the member is lost. */
    private Runnable whenOver;

    /** Begins a copy, which {@link #ended} ends; false if the member is lost. */
    synchronized boolean begin() {
        if (whenOver != null) {
            return false;
        }
        underWay++;
        return true;
    }

    /** A copy has ended: nothing more is written for it. */
    void ended() {
        Runnable over;
        synchronized (this) {
            underWay--;
            over = underWay == 0 ? whenOver : null;
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
        List<Route> all;
        synchronized (this) {
            whenOver = over;
            underWay++; // until the routes know
            all = List.copyOf(routes);
            routes.clear();
        }
        all.forEach(Route::sourceLost);
        ended();
    }
}
