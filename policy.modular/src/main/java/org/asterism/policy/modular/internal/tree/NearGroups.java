package org.asterism.policy.modular.internal.tree;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.asterism.api.Worker;
import org.asterism.api.WorkerFacts;
import org.asterism.api.tree.Step;
import org.asterism.policy.modular.internal.Groups;
import org.asterism.spi.topology.Topology;
import org.osgi.framework.Filter;
import org.osgi.framework.FrameworkUtil;
import org.osgi.framework.InvalidSyntaxException;

/**
 * Grouping of workers by their position in the machine. Filters see the {@link WorkerFacts facts} of workers. Immutable
 * and thread-safe.
 */
public final class NearGroups implements Grouping {
    private final Groups groups;

    /** Creates a grouping without a machine. */
    public NearGroups() {
        this(Optional.empty());
    }

    /**
     * Creates a grouping with a machine.
     *
     * @param machine machine with the workers' processing units
     */
    public NearGroups(Optional<Topology> machine) {
        groups = new Groups(machine);
    }

    @Override
    public Split split(List<Worker> workers, Step.Each each) {
        Map<String, List<Worker>> byName = new LinkedHashMap<>();
        List<Worker> others = new ArrayList<>();
        for (Worker worker : meant(workers, each.filter())) {
            Optional<String> name = groups.groupOf(each.level(), worker);
            name.map(known -> byName.computeIfAbsent(known, key -> new ArrayList<>()))
                    .orElse(others)
                    .add(worker);
        }
        List<Group> all = new ArrayList<>();
        byName.forEach((name, members) -> all.add(new Group(name, members)));
        return new Split(all, others);
    }

    private static List<Worker> meant(List<Worker> workers, String text) {
        if (text.isEmpty()) {
            return workers;
        }
        Filter filter;
        try {
            filter = FrameworkUtil.createFilter(text);
        } catch (InvalidSyntaxException wrong) {
            throw new IllegalArgumentException("'" + text + "' is no filter: " + wrong.getMessage(), wrong);
        }
        return workers.stream()
                .filter(worker -> filter.matches(WorkerFacts.of(worker)))
                .toList();
    }
}
