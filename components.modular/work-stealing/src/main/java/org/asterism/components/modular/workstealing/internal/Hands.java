package org.asterism.components.modular.workstealing.internal;

import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.asterism.api.Worker;
import org.asterism.spi.component.SchedulingComponent;
import org.asterism.spi.concurrent.IdTable;
import org.asterism.spi.policy.PolicyContext;

/** Hands of all children of a component. The set of hands is immutable; their tasks change. */
final class Hands {
    final Hand[] all;
    private final Map<SchedulingComponent, Hand> byChild = new IdentityHashMap<>();

    /** Hand of each worker: the first of the children above it. */
    private final IdTable<Hand> byWorker;

    Hands(List<Hand> hands) {
        all = hands.toArray(Hand[]::new);
        Map<Integer, Hand> first = new LinkedHashMap<>();
        for (Hand hand : all) {
            byChild.put(hand.child, hand);
            hand.workers.list().forEach(worker -> first.putIfAbsent(worker.id(), hand));
        }
        byWorker = IdTable.of(first);
    }

    Hand of(SchedulingComponent child) {
        return byChild.get(child);
    }

    /** Returns the hand that a worker takes tasks from, or null if the worker is not below this component. */
    Hand of(Worker worker) {
        return byWorker.get(worker.id());
    }

    /**
     * Returns the other hands, ordered by the distance between their nearest worker and the first worker of
     * {@code hand}.
     */
    Hand[] nearestTo(Hand hand, PolicyContext policy) {
        Set<Hand> ordered = new LinkedHashSet<>();
        if (!hand.workers.isEmpty()) {
            for (Worker worker : policy.nearest(hand.workers.first())) {
                Hand near = of(worker);
                if (near != null) {
                    ordered.add(near);
                }
            }
        }
        ordered.addAll(List.of(all));
        ordered.remove(hand);
        return ordered.toArray(Hand[]::new);
    }
}
