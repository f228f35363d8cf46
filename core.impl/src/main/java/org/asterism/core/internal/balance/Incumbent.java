package org.asterism.core.internal.balance;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiConsumer;
import org.asterism.api.Observation;
import org.asterism.api.Worker;
import org.asterism.core.internal.context.Context;
import org.asterism.core.internal.plugin.BalancerPlugin;
import org.asterism.core.internal.protocol.Patience;
import org.asterism.spi.balance.Balancer;
import org.asterism.spi.balance.Move;

/**
 * The balancer in charge. This class shows it the contexts, checks its answers, and moves the workers.
 *
 * <p><b>Threads.</b> One thread at a time looks at the contexts. Any thread may call {@link #end}. When it returns, no
 * thread runs code of the balancer any more, unless that thread is the caller or the wait timed out. No lock is held
 * while the balancer is called, so it may call the runtime.
 */
final class Incumbent {
    private static final Logger LOG = System.getLogger(Incumbent.class.getName());
    private static final long NAP_NANOS = 200_000;

    private final BalanceScene scene;
    private final BalancerPlugin plugin;
    private final BalanceSettings settings;
    private final Balancer balancer;
    private final Ledger ledger;
    private final BiConsumer<Incumbent, Throwable> failed;
    private final Pace pace;
    private final Measurement measurement = new Measurement();
    private final Rests rests = new Rests();
    private final Departures departures = new Departures(measurement);
    private final Map<Integer, Long> lastMoves = new HashMap<>();
    private final AtomicReference<Thread> looking = new AtomicReference<>();
    private volatile boolean ended;
    private volatile Observation observation;

    /**
     * @param balancer was made by the plug-in for these settings
     * @param failed called if a look throws
     */
    Incumbent(
            BalanceScene scene,
            BalancerPlugin plugin,
            BalanceSettings settings,
            Balancer balancer,
            Ledger ledger,
            BiConsumer<Incumbent, Throwable> failed) {
        this.scene = scene;
        this.plugin = plugin;
        this.settings = settings;
        this.balancer = balancer;
        this.ledger = ledger;
        this.failed = failed;
        pace = scene.pace(settings.period(), this::look);
    }

    BalancerPlugin plugin() {
        return plugin;
    }

    /** Begins, unless it was ended before: who puts it in charge holds no lock until it has begun. */
    void begin() {
        rests.look(scene.workers(), scene.clock().nanoTime());
        observation = scene.observers().add(measurement);
        pace.begin();
        if (ended) { // perhaps before there was an observation to close; of the two who write and then look one sees
            // the other
            endObservation();
        }
    }

    private void look() {
        if (!looking.compareAndSet(null, Thread.currentThread())) {
            return; // the balancer has had virtual time go on
        }
        Throwable thrown = null;
        try {
            if (!ended && !scene.isPaused()) {
                lookOnce();
            }
        } catch (Throwable any) {
            thrown = any;
        } finally {
            looking.set(null);
        }
        if (thrown != null) {
            failed.accept(this, thrown);
        }
    }

    private void lookOnce() {
        measurement.look();
        measurement.keepOnly(scene.contexts());
        depart(departures.takeDue());
        Look look = new Look(scene, settings, measurement, departures);
        rests.look(scene.workers(), look.nanoTime());
        List<Move> answer = balancer.balance(look.situation(rests, lastMoves));
        ledger.looked();
        if (answer == null) {
            throw new IllegalStateException("it answered null rather than a list of moves: ask its author");
        }
        if (ended || answer.isEmpty()) {
            return;
        }
        Map<Move, String> refused = new LinkedHashMap<>();
        List<Move> accepted = new ArrayList<>();
        Referee referee = new Referee(look, departures);
        for (Move move : answer) {
            Optional<String> reason = referee.check(move);
            if (reason.isPresent()) {
                refused.put(move, reason.get());
            } else {
                accepted.add(move);
            }
        }
        make(accepted, look, refused);
        refused.forEach((move, reason) -> {
            ledger.refused(plugin.name(), move, reason);
            balancer.refused(move, reason);
        });
    }

    /**
     * Makes moves, those of workers with the same way at once: each change keeps a context's workers off for a moment.
     */
    private void make(List<Move> accepted, Look look, Map<Move, String> refused) {
        record Way(Optional<String> from, Optional<String> to) {}
        Map<Way, List<Move>> byWay = new LinkedHashMap<>();
        accepted.forEach(move -> byWay.computeIfAbsent(new Way(move.from(), move.to()), any -> new ArrayList<>())
                .add(move));
        byWay.forEach((way, moves) -> {
            Context from =
                    way.from().map(name -> look.contexts().get(name).context).orElse(null);
            Context to = way.to().map(name -> look.contexts().get(name).context).orElse(null);
            try {
                make(moves, from, to);
            } catch (IllegalStateException | IllegalArgumentException changed) {
                // A context was closed or a worker has left since the look.
                moves.forEach(move -> refused.put(move, changed.getMessage()));
            }
        });
    }

    private void make(List<Move> moves, Context from, Context to) {
        List<Worker> workers = moves.stream().map(Move::worker).toList();
        if (to != null) {
            to.addWorkers(workers);
            if (from != null && settings.lazily()) {
                workers.forEach(worker -> departures.add(worker, from, to));
            }
        }
        if (from != null && to == null) {
            from.removeWorkers(workers);
        } else if (from != null && !settings.lazily()) {
            scene.handOver(from, to, workers);
        }
        long now = scene.clock().nanoTime();
        for (Move move : moves) {
            lastMoves.put(move.worker().id(), now);
            ledger.moved(move, now);
        }
    }

    /** Removes workers that have started elsewhere. */
    private void depart(Map<Departures.Way, List<Worker>> leaving) {
        leaving.forEach((way, workers) -> {
            try {
                scene.handOver(way.from(), way.to(), workers);
            } catch (IllegalStateException closed) {
                // It has no workers any more, which is what was wanted.
                LOG.log(Level.DEBUG, "{0} need not leave: {1}", workers, closed.getMessage());
            }
        });
    }

    /** Ends it: the balancer is not called any more when this returns, unless it is the balancer that calls. */
    void end() {
        ended = true;
        pace.end();
        Patience patience = new Patience();
        while (isLookingElsewhere()) {
            if (patience.isOver()) {
                LOG.log(
                        Level.WARNING,
                        "balancer ''{0}'' has not come back for ten seconds and is left to itself",
                        plugin.name());
                return;
            }
            LockSupport.parkNanos(this, NAP_NANOS);
        }
        endObservation();
        depart(departures.takeAll());
        try {
            balancer.close();
        } catch (RuntimeException | Error thrown) {
            LOG.log(Level.ERROR, "balancer '" + plugin.name() + "' threw in close(): " + thrown, thrown);
        }
    }

    private void endObservation() {
        Observation made = observation;
        if (made != null) {
            made.close();
        }
    }

    private boolean isLookingElsewhere() {
        Thread looks = looking.get();
        return looks != null && looks != Thread.currentThread();
    }
}
