package org.asterism.core.internal.runtime.staffing;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.asterism.api.Worker;
import org.asterism.api.WorkerSelection;
import org.asterism.core.internal.context.Context;
import org.asterism.core.internal.context.ContextWorker;

/**
 * The workers of contexts whose selection is a share of an object of the machine.
 *
 * <p>As long as the shares of one object do not exceed the whole, no worker belongs to two of them. One change at a
 * time.
 */
final class Shares {
    private record Taken(String object, Set<ContextWorker> workers) {}

    private final MachineObjects objects;
    private final Map<Context, Taken> taken = new IdentityHashMap<>();

    Shares(MachineObjects objects) {
        this.objects = objects;
    }

    /** Returns the number of workers in a share: rounded to the nearest, at least one if there is one. */
    static int due(WorkerSelection.Share share, int all) {
        long rounded = (2L * all * share.numerator() + share.denominator()) / (2L * share.denominator());
        return Math.min(all, (int) Math.max(1, rounded));
    }

    /**
     * The workers of a share that a context does not have yet.
     *
     * @param whole all workers that the parent has a say in, of which the object has some
     * @param free those of these that the context could be given
     */
    List<ContextWorker> choose(
            Context context,
            WorkerSelection.Share share,
            List<? extends ContextWorker> whole,
            List<? extends ContextWorker> free) {
        List<? extends ContextWorker> there = objects.workersOn(share, whole);
        Set<ContextWorker> ofOthers = new HashSet<>();
        taken.forEach((other, theirs) -> {
            if (other != context && theirs.object().equals(share.object())) {
                ofOthers.addAll(theirs.workers());
            }
        });
        Set<ContextWorker> own = taken.computeIfAbsent(context, key -> new Taken(share.object(), new HashSet<>()))
                .workers();
        Set<ContextWorker> present = new HashSet<>(there);
        own.retainAll(present);
        int due = due(share, there.size()) - own.size();
        Set<Worker> available = new HashSet<>(free);
        List<ContextWorker> chosen = new ArrayList<>();
        for (boolean overlapping : new boolean[] {false, true}) {
            for (ContextWorker worker : there) {
                boolean fits = available.contains(worker) && ofOthers.contains(worker) == overlapping;
                if (chosen.size() < due && fits && own.add(worker)) {
                    chosen.add(worker);
                }
            }
        }
        return chosen;
    }

    /** Forgets a context that was closed, or not made after all. */
    void forget(Context context) {
        taken.remove(context);
    }

    /** Forgets workers that have gone. */
    void forget(Set<? extends Worker> gone) {
        taken.values().forEach(one -> one.workers().removeIf(gone::contains));
    }
}
