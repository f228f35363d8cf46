package org.asterism.core.internal.team;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.asterism.api.Architecture;
import org.asterism.api.CombinedWorker;
import org.asterism.api.TeamSettings;
import org.asterism.api.Worker;

/**
 * The combinations that a runtime finds among its CPU workers; see {@link TeamSettings}. Without a topology these are groups of
 * consecutive workers, whose sizes double (spec page of policies, 4.6).
 */
public final class FoundCombinations {
    private record Found(List<? extends Worker> workers, List<CombinedWorker> combined) {}

    private final TeamSettings settings;
    private volatile Found last = new Found(List.of(), List.of());

    public FoundCombinations(TeamSettings settings) {
        this.settings = settings;
    }

    /**
     * The combinations of some workers.
     *
     * @param workers all of the runtime's; the same list as long as they are the same
     */
    public List<CombinedWorker> among(List<? extends Worker> workers) {
        Found now = last;
        if (now.workers() != workers) {
            List<Worker> cores = new ArrayList<>(workers);
            cores.removeIf(worker -> worker.architecture() != Architecture.CPU);
            now = new Found(workers, List.copyOf(find(cores)));
            last = now;
        }
        return now.combined();
    }

    private Set<CombinedWorker> find(List<Worker> cores) {
        Set<CombinedWorker> found = new LinkedHashSet<>();
        int most = Math.min(settings.most(), cores.size());
        if (settings.single()) {
            for (int size = settings.least(); size <= most; size++) {
                found.add(new CombinedWorker("", cores.subList(0, size)));
            }
            return found;
        }
        for (long size = settings.least(); size <= most; size *= 2) {
            for (int first = 0; first + size <= cores.size(); first += (int) size) {
                found.add(new CombinedWorker("", cores.subList(first, first + (int) size)));
            }
        }
        return found;
    }
}
