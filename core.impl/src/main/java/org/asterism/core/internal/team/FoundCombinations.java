package org.asterism.core.internal.team;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.asterism.api.Architecture;
import org.asterism.api.CombinedWorker;
import org.asterism.api.TeamSettings;
import org.asterism.api.TopologyType;
import org.asterism.api.Worker;
import org.asterism.spi.driver.ComputeUnit;
import org.asterism.spi.topology.Topology;

/**
 * The combinations that a runtime finds among its CPU workers in this virtual machine; see {@link TeamSettings}.
 *
 * <p>The machine's structure comes from a topology, or else from the places of the workers' units. If both are missing,
 * the combinations are groups of consecutive workers, whose sizes double.
 *
 * <p>Any thread may ask. The first query after workers have joined or left makes a new search.
 */
public final class FoundCombinations {
    private static final Logger LOG = System.getLogger(FoundCombinations.class.getName());

    /** The properties by which workers of a level are known where no topology is. */
    private static final Map<TopologyType, String> PROPERTIES =
            Map.of(TopologyType.PACKAGE, "cpu.package", TopologyType.NUMA_NODE, "numa.node");

    private static final class Scene {
        private final List<Worker> cores;
        private final Topology topology;
        private List<CombinedWorker> found;

        Scene(List<Worker> cores, Topology topology) {
            this.cores = cores;
            this.topology = topology;
        }
    }

    private final TeamSettings settings;
    private volatile Scene scene = new Scene(List.of(), null);

    public FoundCombinations(TeamSettings settings) {
        this.settings = settings;
    }

    /**
     * Is told that workers have come or gone, or that a topology has come.
     *
     * @param workers all of the runtime's
     * @param machine asked for the topology if there are CPU workers that are bound to processing units; null if nobody
     *     knows it
     */
    public void changed(List<? extends Worker> workers, Supplier<Topology> machine) {
        List<Worker> cores = new ArrayList<>(workers);
        cores.removeIf(worker ->
                worker.architecture() != Architecture.CPU || worker.properties().containsKey(ComputeUnit.MEMBER));
        boolean bound = cores.stream().anyMatch(core -> Cores.of(core) >= 0);
        scene = new Scene(List.copyOf(cores), bound ? machine.get() : null);
    }

    /** The combinations; the same list until something {@link #changed changes}. */
    public List<CombinedWorker> all() {
        Scene now = scene;
        synchronized (now) {
            if (now.found == null) {
                now.found = List.copyOf(new Search(settings).in(now.cores, now.topology));
            }
            return now.found;
        }
    }

    /** One search for combinations; see the specification of StarPU's policies, 4.6. */
    private static final class Search {
        private final TeamSettings settings;
        private final int arity;
        private final Set<CombinedWorker> found = new LinkedHashSet<>();

        Search(TeamSettings settings) {
            this.settings = settings;
            arity = settings.level().isPresent() ? Integer.MAX_VALUE : settings.arity();
        }

        Set<CombinedWorker> in(List<Worker> cores, Topology topology) {
            if (settings.single()) {
                for (int size = settings.least(); size <= cores.size(); size++) {
                    add("", cores.subList(0, size));
                }
                return found;
            }
            Optional<MachinePart> machine = topology == null ? Optional.empty() : MachinePart.of(topology, cores);
            if (machine.isPresent()) {
                walk(machine.get());
            } else if (settings.level().isPresent()) {
                byProperty(cores, settings.level().get());
            } else {
                MachinePart.ofPlaces(cores).ifPresentOrElse(this::walk, () -> inARow(cores));
            }
            return found;
        }

        private void walk(MachinePart part) {
            if (settings.level().isEmpty()) {
                add(part.name(), part.workers());
            } else if (part.names().containsKey(settings.level().get())) {
                add(part.names().get(settings.level().get()), part.workers());
            }
            cut(part.parts());
            part.parts().forEach(this::walk);
        }

        private void cut(List<MachinePart> parts) {
            if (parts.size() <= arity) {
                return;
            }
            int length = (parts.size() + arity - 1) / arity;
            for (int first = 0; first + 1 < parts.size(); first += length) {
                List<MachinePart> chunk = parts.subList(first, Math.min(first + length, parts.size()));
                add("", chunk.stream().flatMap(part -> part.workers().stream()).toList());
                cut(chunk);
            }
        }

        private void inARow(List<Worker> cores) {
            for (long size = settings.least(); size <= cores.size(); size *= 2) {
                for (int first = 0; first + size <= cores.size(); first += (int) size) {
                    add("", cores.subList(first, first + (int) size));
                }
            }
        }

        private void byProperty(List<Worker> cores, TopologyType level) {
            if (level == TopologyType.MACHINE) {
                add("", cores);
                return;
            }
            Map<Object, List<Worker>> groups = new LinkedHashMap<>();
            for (Worker core : cores) {
                Object value = PROPERTIES.containsKey(level) ? core.properties().get(PROPERTIES.get(level)) : null;
                if (value != null) {
                    groups.computeIfAbsent(value, any -> new ArrayList<>()).add(core);
                }
            }
            groups.values().forEach(group -> add("", group));
            if (groups.isEmpty() && !cores.isEmpty()) {
                LOG.log(
                        Level.WARNING,
                        "there are no combined workers: they are wanted by {0}, and nobody knows of the workers {1} "
                                + "which"
                                + " share one; install a topology provider, or leave the level out of the settings of "
                                + "teams",
                        level,
                        cores);
            }
        }

        private void add(String name, List<Worker> members) {
            if (members.size() >= settings.least() && members.size() <= settings.most()) {
                found.add(new CombinedWorker(name, members));
            }
        }
    }
}
