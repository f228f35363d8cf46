package org.asterism.core.internal.runtime.staffing;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.asterism.api.TopologyType;
import org.asterism.api.Worker;
import org.asterism.api.WorkerSelection;
import org.asterism.spi.driver.ComputeUnit;
import org.asterism.spi.topology.Topology;
import org.asterism.spi.topology.TopologyObject;

/**
 * Finds the workers on an object of the machine's topology.
 *
 * <p>The reports of drivers about their units come first: the package, node, core and processing unit of a CPU worker.
 * For other objects, such as caches and devices, it asks the topology service, if there is one.
 */
final class MachineObjects {
    /** A kind of object that workers can share. */
    private enum Kind {
        MACHINE(null, null),
        PACKAGE(TopologyType.PACKAGE, "cpu.package"),
        DIE(TopologyType.DIE, null),
        GROUP(TopologyType.GROUP, null),
        NUMA_NODE(TopologyType.NUMA_NODE, "numa.node"),
        L3(TopologyType.L3, null),
        L2(TopologyType.L2, null),
        CORE(TopologyType.CORE, null),
        PU(TopologyType.PU, ComputeUnit.PROCESSING_UNIT);

        private final TopologyType type;
        private final String property;

        Kind(TopologyType type, String property) {
            this.type = type;
            this.property = property;
        }

        String text() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    private record Named(Kind kind, int number) {}

    private final Supplier<Optional<Topology>> machine;

    /**
     * Knows a machine.
     *
     * @param machine asked when something is wanted that drivers do not say
     */
    MachineObjects(Supplier<Optional<Topology>> machine) {
        this.machine = machine;
    }

    /** Refuses a share of what is no object. */
    static void check(WorkerSelection.Share share) {
        read(share);
    }

    private static Named read(WorkerSelection.Share share) {
        String[] parts = share.object().split(":", -1);
        if (parts.length == 2) {
            for (Kind kind : Kind.values()) {
                if (kind.text().equals(parts[0]) && parts[1].matches("\\d{1,6}")) {
                    return new Named(kind, Integer.parseInt(parts[1]));
                }
            }
        }
        List<String> kinds = List.of(Kind.values()).stream().map(Kind::text).toList();
        throw new IllegalArgumentException("'" + share + "' is no share of the machine: '" + share.object()
                + "' is no object; write a type and a number, as in package:0; types are " + kinds);
    }

    /**
     * Those of a list that are on the object that is to be shared, in their order; refuses an object that has none of
     * them.
     */
    <W extends Worker> List<W> workersOn(WorkerSelection.Share share, List<W> workers) {
        Named wanted = read(share);
        List<W> there = new ArrayList<>();
        Set<Integer> known = new TreeSet<>();
        Optional<Topology> topology = wanted.kind() == Kind.MACHINE ? Optional.empty() : machine.get();
        for (W worker : workers) {
            for (int number : numbers(wanted.kind(), worker, topology)) {
                known.add(number);
                if (number == wanted.number()) {
                    there.add(worker);
                }
            }
        }
        if (there.isEmpty() && !workers.isEmpty()) {
            throw nobodyThere(share, wanted.kind(), known);
        }
        return there;
    }

    private static IllegalArgumentException nobodyThere(WorkerSelection.Share share, Kind kind, Set<Integer> known) {
        List<String> objects =
                known.stream().map(number -> kind.text() + ":" + number).toList();
        return new IllegalArgumentException("no worker is on the object of '" + share + "': "
                + (objects.isEmpty()
                        ? "it is not known of any worker which " + kind.text() + " it is on; machine:0 has them all"
                        : "there are " + objects));
    }

    private static List<Integer> numbers(Kind kind, Worker worker, Optional<Topology> topology) {
        if (kind == Kind.MACHINE) {
            return List.of(0);
        }
        if (kind.property != null && worker.properties().get(kind.property) instanceof Integer number) {
            return List.of(number);
        }
        if (topology.isPresent()) {
            return topology.get().objects(kind.type).stream()
                    .filter(object -> isOn(worker, object))
                    .map(object -> kind == Kind.PU || kind == Kind.NUMA_NODE ? object.osIndex() : object.logicalIndex())
                    .toList();
        }
        return kind == Kind.PACKAGE ? outermostPlace(worker) : List.of();
    }

    private static boolean isOn(Worker worker, TopologyObject object) {
        if (worker.properties().get(ComputeUnit.PROCESSING_UNIT) instanceof Integer unit) {
            return object.processingUnits().get(unit);
        }
        return worker.properties().get(ComputeUnit.PCI_BUS) instanceof String bus && hasDevice(object, bus);
    }

    private static boolean hasDevice(TopologyObject object, String bus) {
        return bus.equalsIgnoreCase(object.attributes().get("pci_busid"))
                || object.children().stream().anyMatch(child -> hasDevice(child, bus));
    }

    /**
     * Returns the outermost place of a worker. A worker whose place is not measured but described has at least its
     * package: {@link ComputeUnit#PLACE}.
     */
    private static List<Integer> outermostPlace(Worker worker) {
        if (!(worker.properties().get(ComputeUnit.PLACE) instanceof String place)) {
            return List.of();
        }
        String outermost = place.split("\\.", 2)[0];
        return outermost.matches("\\d{1,6}") ? List.of(Integer.parseInt(outermost)) : List.of();
    }
}
