package org.asterism.topology.hwloc.internal;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.asterism.api.TopologyType;
import org.asterism.spi.topology.Topology;

/**
 * This machine, from its description by Linux under {@code /sys}. It is restricted to the processing units and memory
 * nodes that {@code /proc/self/status} allows; that file follows {@code taskset} and the cpusets of control groups.
 */
final class LinuxMachine {
    private static final String CPUS = "sys/devices/system/cpu/";
    private static final String NODES = "sys/devices/system/node/";
    private static final String PCI = "sys/bus/pci/devices";
    private static final String STATUS = "proc/self/status";

    private final SystemFiles files;
    private final BitSet usable;

    private LinuxMachine(SystemFiles files, BitSet usable) {
        this.files = files;
        this.usable = usable;
    }

    /**
     * Reads the machine.
     *
     * @param root the folder that holds {@code sys} and {@code proc}
     * @return empty if this is no Linux, or one that does not tell
     */
    static Optional<Topology> read(Path root) {
        SystemFiles files = new SystemFiles(root);
        Optional<BitSet> online = files.list(CPUS + "online");
        if (online.isEmpty()) {
            return Optional.empty();
        }
        BitSet usable = online.get();
        files.listField(STATUS, "Cpus_allowed_list").ifPresent(usable::and);
        if (usable.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(
                new Topology(new LinuxMachine(files, usable).machine().freeze(), "linux /sys"));
    }

    private Branch machine() {
        List<Branch> processors = new ArrayList<>();
        Set<Object> seen = new HashSet<>();
        for (int unit = usable.nextSetBit(0); unit >= 0; unit = usable.nextSetBit(unit + 1)) {
            for (Branch object : around(unit)) {
                if (seen.add(List.of(object.type(), object.processingUnits()))) {
                    processors.add(object);
                }
            }
        }
        processors.sort(Comparator.<Branch>comparingInt(
                        object -> -object.processingUnits().cardinality())
                .thenComparing(Branch::type)
                .thenComparing(object -> object.processingUnits().nextSetBit(0)));
        Branch machine = new Branch(TopologyType.MACHINE, 0, "", usable, 0);
        processors.forEach(machine::insert);
        machine.sort();
        memory().forEach(machine::insertMemory);
        devices(machine);
        return machine;
    }

    /** The processing unit and all that contains it. */
    private List<Branch> around(int unit) {
        String cpu = CPUS + "cpu" + unit + "/";
        String topology = cpu + "topology/";
        BitSet alone = new BitSet();
        alone.set(unit);
        List<Branch> objects = new ArrayList<>();
        objects.add(new Branch(TopologyType.PU, unit, "", alone, 0));

        BitSet core = siblings(topology + "core_cpus_list", topology + "thread_siblings_list")
                .orElse(alone);
        objects.add(
                new Branch(TopologyType.CORE, files.number(topology + "core_id").orElse(unit), "", core, 0));
        caches(cpu + "cache", objects);

        Optional<BitSet> socket = siblings(topology + "package_cpus_list", topology + "core_siblings_list");
        siblings(topology + "die_cpus_list", topology + "die_cpus_list")
                .filter(die -> socket.isPresent() && !die.equals(socket.get()) && !die.equals(core))
                .ifPresent(die -> objects.add(new Branch(
                        TopologyType.DIE, files.number(topology + "die_id").orElse(-1), "", die, 0)));
        socket.ifPresent(units -> objects.add(new Branch(
                TopologyType.PACKAGE,
                files.number(topology + "physical_package_id").orElse(-1),
                "",
                units,
                0)));
        return objects;
    }

    /** The usable ones of the units that a file lists; older kernels have it under another name. */
    private Optional<BitSet> siblings(String path, String olderPath) {
        return files.list(path)
                .or(() -> files.list(olderPath))
                .map(units -> ProcessorSets.intersection(units, usable))
                .filter(units -> !units.isEmpty());
    }

    private void caches(String folder, List<Branch> objects) {
        for (String index : files.names(folder)) {
            String cache = folder + "/" + index + "/";
            int level =
                    index.startsWith("index") ? files.number(cache + "level").orElse(0) : 0;
            boolean holdsData =
                    !files.text(cache + "type").orElse("Instruction").equals("Instruction");
            if (level < 1 || !holdsData) {
                continue;
            }
            TopologyType type = switch (level) {
                case 1 -> TopologyType.L1;
                case 2 -> TopologyType.L2;
                case 3 -> TopologyType.L3;
                default -> TopologyType.OTHER;
            };
            String name = type == TopologyType.OTHER ? "L" + level + "Cache" : "";
            long bytes = files.text(cache + "size").map(LinuxMachine::bytes).orElse(0L);
            siblings(cache + "shared_cpu_list", cache + "shared_cpu_list")
                    .ifPresent(units -> objects.add(
                            new Branch(type, files.number(cache + "id").orElse(-1), name, units, bytes)));
        }
    }

    /** Reads sizes such as {@code 48K} and {@code 4417740 kB}. */
    private static long bytes(String text) {
        String digits = text.replaceAll("\\D.*", "");
        if (digits.isEmpty() || digits.length() > 12) {
            return 0;
        }
        long factor = switch (text.substring(digits.length()).strip().toUpperCase(Locale.ROOT)) {
            case "K", "KB" -> 1L << 10;
            case "M", "MB" -> 1L << 20;
            case "G", "GB" -> 1L << 30;
            default -> 1;
        };
        return Long.parseLong(digits) * factor;
    }

    private List<Branch> memory() {
        Optional<BitSet> online = files.list(NODES + "online");
        if (online.isEmpty()) {
            long bytes = files.field("proc/meminfo", "MemTotal")
                    .map(LinuxMachine::bytes)
                    .orElse(0L);
            return List.of(new Branch(TopologyType.NUMA_NODE, 0, "", usable, bytes));
        }
        files.listField(STATUS, "Mems_allowed_list").ifPresent(online.get()::and);
        return online.get().stream()
                .mapToObj(node -> {
                    String folder = NODES + "node" + node + "/";
                    BitSet near = files.list(folder + "cpulist").orElse(new BitSet());
                    long bytes = files.field(folder + "meminfo", "MemTotal")
                            .map(LinuxMachine::bytes)
                            .orElse(0L);
                    return new Branch(
                            TopologyType.NUMA_NODE, node, "", ProcessorSets.intersection(near, usable), bytes);
                })
                .toList();
    }

    private void devices(Branch machine) {
        for (String address : files.names(PCI)) {
            String folder = PCI + "/" + address + "/";
            int pciClass = files.number(folder + "class").orElse(0) >> 8;
            if (isImportant(pciClass)) {
                BitSet near = files.list(folder + "local_cpulist").orElse(new BitSet());
                String type = String.format(
                        "%04x [%04x:%04x]",
                        pciClass,
                        files.number(folder + "vendor").orElse(0),
                        files.number(folder + "device").orElse(0));
                machine.insertDevice(
                        new Branch(TopologyType.PCI_DEVICE, -1, "", new BitSet(), 0)
                                .attribute("pci_busid", address)
                                .attribute("pci_type", type),
                        ProcessorSets.intersection(near, usable));
            }
        }
    }

    /** Storage, networks, displays, coprocessors, accelerators and InfiniBand, by the PCI code of their class. */
    private static boolean isImportant(int pciClass) {
        return switch (pciClass >> 8) {
            case 0x01, 0x02, 0x03, 0x12 -> true;
            default -> pciClass == 0x0b40 || pciClass == 0x0c06;
        };
    }
}
