package org.asterism.driver.sim.internal;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.asterism.driver.sim.internal.machine.Costs;
import org.asterism.driver.sim.internal.machine.KernelTable;
import org.asterism.driver.sim.internal.machine.Machine;
import org.asterism.driver.sim.internal.machine.MemoryDescription;
import org.asterism.driver.sim.internal.machine.WorkerGroup;

/** A runtime's settings for this driver. */
final class SimulationSettings {
    private static final String MACHINE = "machine";
    private static final String EXECUTE = "execute";
    private static final String SEED = "seed";
    private static final String SPREAD = "spread";
    private static final String WORKERS = "workers.";
    private static final String WATTS = "watts.";
    private static final String MEMORY_LIMIT = "memory.limit";
    private static final String TRANSFERS = "cost.transfers";
    private static final String ALLOCATION = "cost.allocation";
    private static final String QUEUEING = "cost.queueing";
    private static final String SYNCHRONOUS = "synchronous";
    private static final String PARALLEL_EFFICIENCY = "parallel.efficiency";
    private static final List<String> OWN = List.of(
            MACHINE,
            EXECUTE,
            SEED,
            SPREAD,
            MEMORY_LIMIT,
            SYNCHRONOUS,
            PARALLEL_EFFICIENCY,
            TRANSFERS,
            ALLOCATION,
            QUEUEING);
    private static final List<String> OF_THE_CORE = List.of("cost.submit", "cost.push", "cost.fetch", "cost.turn");
    private static final int MOST_WORKERS = 1_000_000;
    private static final double MOST_WATTS = 1e9;

    private final String machine;
    private final boolean executes;
    private final long seed;
    private final boolean spreads;
    private final Map<String, Integer> workers = new HashMap<>();
    private final Map<String, double[]> watts = new HashMap<>();
    private final long memoryLimit;
    private final Boolean transfers;
    private final Boolean allocation;
    private final Boolean queueing;
    private final Set<String> synchronous;
    private final double parallelEfficiency;

    private SimulationSettings(Map<String, String> properties) {
        for (String name : new TreeSet<>(properties.keySet())) {
            check(name, properties.get(name));
        }
        machine = properties.get(MACHINE);
        if (machine == null || machine.isBlank()) {
            throw new IllegalArgumentException(
                    "driver 'sim': property 'machine' is missing: give the file of a machine, or the name of one that "
                            + "is shipped");
        }
        executes = Boolean.TRUE.equals(flag(EXECUTE, properties));
        spreads = Boolean.TRUE.equals(flag(SPREAD, properties));
        seed = seed(properties.getOrDefault(SEED, "0"));
        memoryLimit = properties.containsKey(MEMORY_LIMIT) ? bytes(properties.get(MEMORY_LIMIT)) : Long.MAX_VALUE;
        transfers = flag(TRANSFERS, properties);
        allocation = flag(ALLOCATION, properties);
        queueing = flag(QUEUEING, properties);
        synchronous = properties.containsKey(SYNCHRONOUS)
                ? Arrays.stream(properties.get(SYNCHRONOUS).split(","))
                        .map(String::strip)
                        .filter(symbol -> !symbol.isEmpty())
                        .collect(Collectors.toSet())
                : null;
        parallelEfficiency =
                properties.containsKey(PARALLEL_EFFICIENCY) ? part(properties.get(PARALLEL_EFFICIENCY)) : Double.NaN;
    }

    /**
     * Reads them.
     *
     * @throws IllegalArgumentException if one is not known, or has a value that is not allowed
     */
    static SimulationSettings of(Map<String, String> properties) {
        return new SimulationSettings(properties);
    }

    private void check(String name, String value) {
        if (name.startsWith(WORKERS) && name.length() > WORKERS.length()) {
            workers.put(name.substring(WORKERS.length()), number(name, value));
        } else if (name.startsWith(WATTS) && name.length() > WATTS.length()) {
            watts.put(name.substring(WATTS.length()), watts(name, value));
        } else if (!OWN.contains(name) && !OF_THE_CORE.contains(name)) {
            throw new IllegalArgumentException("driver 'sim' knows no property '" + name + "': there are "
                    + String.join(", ", OWN) + ", " + String.join(", ", OF_THE_CORE) + ", " + WORKERS
                    + "ARCHITECTURE and " + WATTS + "ARCHITECTURE");
        }
    }

    /** The power that an idle worker needs, and a busy one. */
    private static double[] watts(String name, String value) {
        String[] parts = value.strip().split("/", -1);
        try {
            if (parts.length == 2) {
                double idle = Double.parseDouble(parts[0]);
                double busy = Double.parseDouble(parts[1]);
                if (idle >= 0 && busy >= idle && busy <= MOST_WATTS) {
                    return new double[] {idle, busy};
                }
            }
        } catch (NumberFormatException notOne) {
            // told below
        }
        throw refused(
                name, value, "what an idle worker needs and what a busy one needs, in watts up to 1e9, such as 50/230");
    }

    private static int number(String name, String value) {
        try {
            int number = Integer.parseInt(value.strip());
            if (number >= 0 && number <= MOST_WORKERS) {
                return number;
            }
        } catch (NumberFormatException notOne) {
            // told below
        }
        throw refused(name, value, "a number from 0 to " + MOST_WORKERS);
    }

    private static double part(String value) {
        try {
            double part = Double.parseDouble(value.strip());
            if (part >= 0 && part <= 1) {
                return part;
            }
        } catch (NumberFormatException notOne) {
            // told below
        }
        throw refused(
                PARALLEL_EFFICIENCY, value, "0 (further workers add nothing) to 1 (each adds as much as the first)");
    }

    private static long seed(String value) {
        try {
            return Long.parseLong(value.strip());
        } catch (NumberFormatException notOne) {
            throw refused(SEED, value, "a whole number");
        }
    }

    private static Boolean flag(String name, Map<String, String> properties) {
        String value = properties.get(name);
        if (value == null) {
            return null;
        }
        return switch (value.strip()) {
            case "on", "true" -> true;
            case "off", "false" -> false;
            default -> throw refused(name, value, "on or off");
        };
    }

    private static long bytes(String value) {
        String digits = value.strip().toLowerCase(Locale.ROOT);
        int shift = digits.isEmpty() ? -1 : "kmgt".indexOf(digits.charAt(digits.length() - 1));
        String number = shift < 0 ? digits : digits.substring(0, digits.length() - 1);
        try {
            long bytes = Math.multiplyExact(Long.parseLong(number), 1L << 10 * (shift + 1));
            if (bytes > 0) {
                return bytes;
            }
        } catch (NumberFormatException | ArithmeticException notOne) {
            // told below
        }
        throw refused(MEMORY_LIMIT, value, "bytes, such as 65536, 64k, 16m or 1g");
    }

    private static IllegalArgumentException refused(String name, String value, String allowed) {
        return new IllegalArgumentException(
                "driver 'sim': property '" + name + "' is '" + value + "': give " + allowed);
    }

    String machine() {
        return machine;
    }

    boolean executes() {
        return executes;
    }

    boolean spreads() {
        return spreads;
    }

    long seed() {
        return seed;
    }

    /** Changes a machine as its user wants it. */
    Machine applyTo(Machine described) {
        Set<String> there = described.workers().stream()
                .map(group -> group.architecture().name())
                .collect(Collectors.toCollection(TreeSet::new));
        Set<String> own = described.workers().stream()
                .filter(group -> group.member() == null)
                .map(group -> group.architecture().name())
                .collect(Collectors.toCollection(TreeSet::new));
        refuseUnknown(WORKERS, workers.keySet(), own, described);
        refuseUnknown(WATTS, watts.keySet(), there, described);
        return new Machine(
                described.source(),
                described.name(),
                described.memories().stream().map(this::limited).toList(),
                counted(described.workers()).stream().map(this::powered).toList(),
                described.network(),
                new KernelTable(
                        described.kernels().kernels(),
                        described.kernels().aliases(),
                        synchronous == null ? described.kernels().synchronous() : synchronous,
                        Double.isNaN(parallelEfficiency)
                                ? described.kernels().parallelEfficiency()
                                : parallelEfficiency),
                costs(described.costs()));
    }

    private static void refuseUnknown(String prefix, Set<String> asked, Set<String> there, Machine described) {
        for (String architecture : asked) {
            if (!there.contains(architecture)) {
                throw new IllegalArgumentException("driver 'sim': property '" + prefix + architecture
                        + "' names no workers of " + described.name()
                        + (there.isEmpty()
                                ? " but those of members: set their number in the file of the machine"
                                : ": there are " + String.join(", ", there)));
            }
        }
    }

    private WorkerGroup powered(WorkerGroup group) {
        double[] given = watts.get(group.architecture().name());
        return given == null ? group : group.withWatts(given[0], given[1]);
    }

    private MemoryDescription limited(MemoryDescription memory) {
        return memory.device()
                ? new MemoryDescription(memory.name(), Math.min(memory.bytes(), memoryLimit), true)
                : memory;
    }

    /**
     * The first ones of an architecture are taken; more than there are go to its last group, if that works in main
     * memory. Members of a cluster keep theirs.
     */
    private List<WorkerGroup> counted(List<WorkerGroup> groups) {
        Map<String, Integer> left = new HashMap<>(workers);
        List<WorkerGroup> counted = new ArrayList<>();
        for (int index = 0; index < groups.size(); index++) {
            WorkerGroup group = groups.get(index);
            Integer most = left.get(group.architecture().name());
            if (most == null || group.member() != null) {
                counted.add(group);
                continue;
            }
            boolean last = groups.subList(index + 1, groups.size()).stream()
                    .noneMatch(other -> other.member() == null && other.architecture() == group.architecture());
            int count = last && group.memory() == 0 ? most : Math.min(most, group.count());
            left.put(group.architecture().name(), most - count);
            counted.add(group.withCount(count));
        }
        long sum = counted.stream().mapToLong(WorkerGroup::count).sum();
        if (sum > MOST_WORKERS) {
            throw new IllegalArgumentException("driver 'sim': properties '" + WORKERS + "ARCHITECTURE' give " + sum
                    + " workers in all: give " + MOST_WORKERS + " at most");
        }
        return counted;
    }

    private Costs costs(Costs described) {
        Costs costs = described;
        if (transfers != null) {
            costs = costs.withTransfers(transfers);
        }
        if (allocation != null) {
            costs = allocation
                    ? costs.withDeviceMemory(
                            or(costs.deviceAllocation(), Costs.STANDARD.deviceAllocation()),
                            or(costs.deviceFree(), Costs.STANDARD.deviceFree()))
                    : costs.withDeviceMemory(0, 0);
        }
        if (queueing != null) {
            costs = costs.withQueueing(queueing ? or(costs.queueing(), Costs.STANDARD.queueing()) : 0);
        }
        return costs;
    }

    private static long or(long cost, long standard) {
        return cost > 0 ? cost : standard;
    }
}
