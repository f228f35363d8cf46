package org.asterism.core.internal.runtime;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.asterism.api.Worker;
import org.asterism.api.WorkerSelection;
import org.osgi.framework.Filter;
import org.osgi.framework.FrameworkUtil;
import org.osgi.framework.InvalidSyntaxException;

/** Finds the workers that a selection means. */
final class Selecting {
    private Selecting() {}

    /** The workers of a list that a selection means, in their order. */
    static <W extends Worker> List<W> from(List<W> workers, WorkerSelection selection) {
        return switch (selection) {
            case WorkerSelection.None none -> List.of();
            case WorkerSelection.All all -> List.copyOf(workers);
            case WorkerSelection.Matching matching -> matching(workers, matching.filter());
            case WorkerSelection.Named named -> named(workers, named.names());
            case WorkerSelection.Chosen chosen ->
                workers.stream().filter(chosen.allowed()).toList();
            case WorkerSelection.Share share ->
                throw new IllegalArgumentException(share + ": the machine's topology is not known");
        };
    }

    private static <W extends Worker> List<W> matching(List<W> workers, String text) {
        Filter filter;
        try {
            filter = FrameworkUtil.createFilter(text);
        } catch (InvalidSyntaxException wrong) {
            throw new IllegalArgumentException(
                    "'" + text + "' is no filter: " + wrong.getMessage() + "; write it as (arch=cpu)", wrong);
        }
        return workers.stream().filter(worker -> filter.matches(facts(worker))).toList();
    }

    private static <W extends Worker> List<W> named(List<W> workers, List<String> names) {
        List<W> found = new ArrayList<>();
        for (String name : names) {
            found.add(workers.stream()
                    .filter(worker -> worker.name().equals(name))
                    .findFirst()
                    .orElseThrow(() ->
                            new IllegalArgumentException("there is no worker '" + name + "'; there are " + workers)));
        }
        return found;
    }

    private static Map<String, Object> facts(Worker worker) {
        Map<String, Object> facts = new HashMap<>(worker.properties());
        facts.put("name", worker.name());
        facts.put("id", worker.id());
        facts.put("arch", worker.architecture().name());
        facts.put("memory-node", worker.memoryNode());
        return facts;
    }
}
