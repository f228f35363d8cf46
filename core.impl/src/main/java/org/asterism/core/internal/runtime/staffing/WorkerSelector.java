package org.asterism.core.internal.runtime.staffing;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.asterism.api.Worker;
import org.asterism.api.WorkerFacts;
import org.asterism.api.WorkerSelection;

/**
 * Finds the workers that match a selection. It takes shares of the workers that it is given; see {@link Shares} for
 * shares among contexts.
 */
public final class WorkerSelector {
    private final MachineObjects objects;

    WorkerSelector(MachineObjects objects) {
        this.objects = objects;
    }

    /** Refuses a selection that makes no sense on any machine. */
    public static void refuseNonsense(WorkerSelection selection) {
        switch (selection) {
            case WorkerSelection.Matching matching -> filter(matching.filter());
            case WorkerSelection.Share share -> MachineObjects.check(share);
            default -> {
                // What it names is looked for among the workers.
            }
        }
    }

    /**
     * The workers of a list that a selection means, in their order.
     *
     * @param all the workers among which a named worker must be, though it need not be among the candidates
     */
    <W extends Worker> List<W> from(List<W> workers, WorkerSelection selection, Collection<? extends Worker> all) {
        return switch (selection) {
            case WorkerSelection.None none -> List.of();
            case WorkerSelection.All every -> List.copyOf(workers);
            case WorkerSelection.Matching matching -> matching(workers, matching.filter());
            case WorkerSelection.Named named -> {
                refuseUnknown(named.names(), all);
                yield named(workers, named.names());
            }
            case WorkerSelection.Chosen chosen ->
                workers.stream().filter(chosen.allowed()).toList();
            case WorkerSelection.Share share -> {
                List<W> there = objects.workersOn(share, workers);
                yield there.subList(0, Shares.due(share, there.size()));
            }
        };
    }

    /** Those of workers that have just come which a standing selection means, but for shares: see {@link Shares}. */
    static <W extends Worker> List<W> standing(List<W> arrived, WorkerSelection selection) {
        return switch (selection) {
            case WorkerSelection.All every -> arrived;
            case WorkerSelection.Matching matching -> matching(arrived, matching.filter());
            case WorkerSelection.Named named -> named(arrived, named.names());
            default -> List.of();
        };
    }

    private static <W extends Worker> List<W> matching(List<W> workers, String text) {
        WorkerFilter filter = filter(text);
        return workers.stream()
                .filter(worker -> filter.matches(WorkerFacts.of(worker)))
                .toList();
    }

    private static WorkerFilter filter(String text) {
        try {
            return WorkerFilter.of(text);
        } catch (IllegalArgumentException wrong) {
            throw new IllegalArgumentException(
                    "'" + text + "' is no filter: " + wrong.getMessage() + "; write it as in (&(arch=cpu)(id<=3))",
                    wrong);
        }
    }

    private static <W extends Worker> List<W> named(List<W> workers, List<String> names) {
        Set<String> wanted = new HashSet<>(names);
        return workers.stream().filter(worker -> wanted.contains(worker.name())).toList();
    }

    private static void refuseUnknown(List<String> names, Collection<? extends Worker> all) {
        Map<String, Worker> byName = new HashMap<>();
        all.forEach(worker -> byName.put(worker.name(), worker));
        List<String> unknown = new ArrayList<>(names);
        unknown.removeIf(byName::containsKey);
        if (!unknown.isEmpty()) {
            throw new IllegalArgumentException(
                    "there is no worker '" + String.join("' or '", unknown) + "'; there are " + all);
        }
    }
}
