package org.asterism.core.internal.runtime.staffing;

import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.asterism.core.internal.context.Context;
import org.asterism.core.internal.context.ContextWorker;

/**
 * The workers that contexts have taken from the contexts that they are nested in. The outer contexts keep their claim
 * to these workers, and get them back in the end. One change at a time.
 */
final class BorrowedWorkers {
    private final Map<Context, Set<ContextWorker>> taken = new IdentityHashMap<>();

    /** Takes note that a context has taken workers from its parent. */
    void took(Context taker, Collection<? extends ContextWorker> workers) {
        if (!workers.isEmpty()) {
            taken.computeIfAbsent(taker, key -> new HashSet<>()).addAll(workers);
        }
    }

    /** Returns the workers that a context has taken and not given back, ordered by id, and forgets them. */
    List<ContextWorker> giveUp(Context taker) {
        Set<ContextWorker> former = taken.remove(taker);
        return former == null ? List.of() : byId(former);
    }

    /**
     * Those of some workers that a context has taken and not given back, in their order; from now on it has not taken
     * them.
     */
    List<ContextWorker> giveUp(Context taker, List<ContextWorker> some) {
        Set<ContextWorker> former = taken.getOrDefault(taker, Set.of());
        List<ContextWorker> given = some.stream().filter(former::contains).toList();
        if (!given.isEmpty()) {
            former.removeAll(given);
        }
        return given;
    }

    boolean isTakenFrom(Context parent, ContextWorker worker) {
        return taken.entrySet().stream()
                .anyMatch(entry ->
                        entry.getKey().nestedIn() == parent && entry.getValue().contains(worker));
    }

    /** The workers that a context has, and those that were taken from it. */
    List<ContextWorker> sayOf(Context parent) {
        Set<ContextWorker> all = new HashSet<>(parent.members());
        taken.forEach((taker, workers) -> {
            if (taker.nestedIn() == parent) {
                all.addAll(workers);
            }
        });
        return byId(all);
    }

    private static List<ContextWorker> byId(Set<ContextWorker> workers) {
        return workers.stream()
                .sorted(Comparator.comparingInt(ContextWorker::id))
                .toList();
    }

    void forget(Set<? extends ContextWorker> gone) {
        taken.values().forEach(workers -> workers.removeAll(gone));
    }
}
