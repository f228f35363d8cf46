package org.asterism.core.internal.balance;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.asterism.api.Worker;
import org.asterism.spi.balance.Move;

/**
 * Checks the moves of a balancer's answer one after the other. Each is checked as if the previous moves had been made.
 * Not thread-safe.
 */
final class Referee {
    private final Look look;
    private final Departures departures;

    Referee(Look look, Departures departures) {
        this.look = look;
        this.departures = departures;
    }

    /** Returns the reason why a move cannot be made; empty if it can, and is counted as made from then on. */
    Optional<String> check(Move move) {
        Optional<String> reason = reason(move);
        if (reason.isEmpty()) {
            move.from().ifPresent(from -> look.contexts().get(from).workers.remove(move.worker()));
            move.to().ifPresent(to -> look.contexts().get(to).workers.add(move.worker()));
        }
        return reason;
    }

    private Optional<String> reason(Move move) {
        if (departures.isLeaving(move.worker())) {
            return Optional.of(move.worker().name() + " is on its way already");
        }
        for (Optional<String> name : List.of(move.from(), move.to())) {
            if (name.isPresent() && !look.contexts().containsKey(name.get())) {
                return Optional.of("there is no context '" + name.get() + "' that takes part; there are "
                        + look.contexts().keySet());
            }
        }
        return move.to()
                .map(to -> whyNotJoin(
                        move.worker(), look.contexts().get(to), move.from().isEmpty()))
                .or(() -> move.from()
                        .map(from -> whyNotLeave(move.worker(), look.contexts().get(from))));
    }

    /** Returns the reason why a worker cannot join a context, or null. */
    private String whyNotJoin(Worker worker, Look.Seen to, boolean isAdded) {
        if (to.workers.contains(worker)) {
            return worker.name() + " is in context '" + to.context.name() + "' already";
        }
        if (isAdded && !isAnywhere(worker)) {
            return worker.name() + " is in no context that takes part";
        }
        if (to.workers.size() >= to.bounds.most()) {
            return "context '" + to.context.name() + "' may have " + to.bounds.most() + " workers at most";
        }
        return null;
    }

    private boolean isAnywhere(Worker worker) {
        return look.contexts().values().stream().anyMatch(one -> one.workers.contains(worker));
    }

    /** Returns the reason why a worker cannot leave a context, or null. */
    private static String whyNotLeave(Worker worker, Look.Seen from) {
        String name = from.context.name();
        if (!from.workers.contains(worker)) {
            return worker.name() + " is not in context '" + name + "'";
        }
        if (from.workers.size() <= from.bounds.least()) {
            return "context '" + name + "' shall have " + from.bounds.least() + " workers at least";
        }
        List<Worker> others = new ArrayList<>(from.workers);
        others.remove(worker);
        if (others.isEmpty() && from.left > 0) {
            return "context '" + name + "' has tasks and would have no worker any more";
        }
        if (from.ready.needs(worker, others)) {
            return "context '" + name + "' has tasks that of its workers only " + worker.name() + " can execute";
        }
        return null;
    }
}
