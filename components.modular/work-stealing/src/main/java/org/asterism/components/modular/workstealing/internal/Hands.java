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

/** The children of a component, with their tasks. Immutable but for the tasks. */
final class Hands {
    final Hand[] all;
    private final Map<SchedulingComponent, Hand> byChild = new IdentityHashMap<>();

    /** Of several children that have a worker, the first. */
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

    /** The hand that a worker takes from; null if it is not below. */
    Hand of(Worker worker) {
        return byWorker.get(worker.id());
    }

    /** The other hands, by the distance of their nearest worker from the first worker of one. */
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
