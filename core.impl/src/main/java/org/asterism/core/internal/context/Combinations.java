package org.asterism.core.internal.context;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.asterism.api.CombinedWorker;
import org.asterism.api.Worker;
import org.asterism.api.WorkerState;

/**
 * The combinations of a context's workers: those found by the runtime whose members are all in the context, and those
 * made by the program.
 *
 * <p>Any thread may ask. After workers have joined or left, the first thread that asks renews the list.
 */
final class Combinations {
    private record Known(List<? extends Worker> members, List<CombinedWorker> found, List<CombinedWorker> combined) {}

    private final List<CombinedWorker> made = new ArrayList<>();
    private volatile Known known = new Known(List.of(), List.of(), List.of());

    /**
     * The combinations whose members are all there, larger ones first.
     *
     * @param members the context's workers; the same list as long as they are the same
     * @param found the runtime's combinations; the same list as long as they are the same
     */
    List<CombinedWorker> among(List<? extends Worker> members, List<CombinedWorker> found) {
        Known now = known;
        return now.members() == members && now.found() == found ? now.combined() : renew(members, found);
    }

    private synchronized List<CombinedWorker> renew(List<? extends Worker> members, List<CombinedWorker> found) {
        made.removeIf(one -> one.members().stream().anyMatch(worker -> worker.state() == WorkerState.STOPPED));
        Set<CombinedWorker> all = new LinkedHashSet<>(found);
        all.addAll(made);
        Set<Worker> there = Set.copyOf(members);
        List<CombinedWorker> combined = all.stream()
                .filter(one -> there.containsAll(one.members()))
                .sorted(Comparator.comparingInt(CombinedWorker::size).reversed())
                .toList();
        known = new Known(members, found, combined);
        return combined;
    }

    /** Adds a combination; the one that there is already, if there is one of the same members. */
    synchronized CombinedWorker add(
            Collection<? extends Worker> workers, List<? extends Worker> members, List<CombinedWorker> found) {
        CombinedWorker added = new CombinedWorker("", workers);
        List<CombinedWorker> combined = among(members, found);
        int index = combined.indexOf(added);
        if (index >= 0) {
            return combined.get(index);
        }
        made.add(added);
        renew(members, found);
        return added;
    }
}
