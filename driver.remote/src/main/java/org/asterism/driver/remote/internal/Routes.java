package org.asterism.driver.remote.internal;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.asterism.kit.remote.Message.Pulled;

/** The copies from other members to one, which gets the data from them. Thread-safe. */
final class Routes {
    private final MemberLink to;

    /** Guarded by this object, like the next two. */
    private final Map<MemberLink, Route> bySource = new HashMap<>();

    private int lastNumber;
    private boolean isLost;

    /** The copies that the member has been asked to make, by number. */
    private final Map<Long, Asked> asked = new ConcurrentHashMap<>();

    private record Asked(Route route, Route.Job job) {}

    Routes(MemberLink to) {
        this.to = to;
    }

    /** Begins a step of a copy from another member; {@code transfer} hears of its end once. */
    void copy(MemberLink from, PeerPlan.Step step, RemoteTransfer transfer) {
        Route route = from(from);
        if (from.openCopies().begin()) {
            from.work().afterWrites(() -> route.copy(new Route.Job(step, transfer)));
        } else {
            from.whenLost(transfer::lost);
        }
    }

    private Route from(MemberLink source) {
        Route route;
        boolean isNew;
        synchronized (this) {
            route = bySource.get(source);
            isNew = route == null;
            if (isNew) {
                lastNumber++;
                route = new Route(source, to, lastNumber, this);
                bySource.put(source, route);
            }
        }
        if (isNew && !source.openCopies().add(route)) {
            route.sourceLost();
        }
        if (isLost()) {
            route.targetLost();
        }
        return route;
    }

    /** The source of a route is lost. */
    synchronized void remove(MemberLink source) {
        bySource.remove(source);
    }

    /** Notes a copy that the member is about to be asked for; false if it is lost. */
    boolean ask(long number, Route route, Route.Job job) {
        asked.put(number, new Asked(route, job));
        return !isLost() || asked.remove(number) == null;
    }

    /** The member could not be asked after all; false if it is lost, which has ended the copy. */
    boolean forget(long number) {
        return asked.remove(number) != null;
    }

    private synchronized boolean isLost() {
        return isLost;
    }

    /** The member has answered; false if it was not asked. */
    boolean answered(Pulled answer) {
        Asked found = asked.remove(answer.transfer());
        if (found != null) {
            found.route().answered(found.job(), answer.obstacle());
        }
        return found != null;
    }

    /** The member has not made a copy, though it can reach the other one; false if it was not asked. */
    boolean failed(long number, RuntimeException failure) {
        Asked found = asked.remove(number);
        if (found != null) {
            found.route().failed(found.job(), failure);
        }
        return found != null;
    }

    /** The member is lost: all copies to it end. */
    void lose() {
        List<Runnable> all = new ArrayList<>();
        synchronized (this) {
            isLost = true;
            bySource.values().forEach(route -> all.add(route::targetLost));
            bySource.clear();
        }
        all.add(this::loseAsked);
        RunAll.of(all);
    }

    private void loseAsked() {
        for (Long number : asked.keySet()) {
            Asked ended = asked.remove(number);
            if (ended != null) {
                ended.route().lose(ended.job());
            }
        }
    }
}
