package org.asterism.run.internal.option;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Pattern;
import org.asterism.api.RuntimeConfiguration;
import org.asterism.api.TeamSettings;
import org.asterism.api.WorkerSelection;
import org.asterism.run.option.CommonOptions;
import org.asterism.spi.application.UsageException;

/** Options of a run that describe the machine: workers, memory nodes, or a simulated machine. */
public final class MachineOptions {
    /** Name of the driver for processor cores. */
    public static final String CPU_DRIVER = "cpu";

    private static final int MOST_WORKERS = 65_536;
    private static final int MOST_NODES = 64;
    private static final int MOST_MEMBERS = 256;

    /** Property of that driver: number of memory nodes over which its workers are distributed. */
    private static final String CPU_NODES = "memory.nodes";

    /** Property of that driver: size of each of these memory nodes. */
    private static final String CPU_NODE_MEMORY = "memory.limit";

    /** Property of the OpenCL driver that enables devices which are CPUs. */
    private static final String OPENCL_ON_CPUS = "cpu.devices";

    private static final Pattern NAMES_OPENCL = Pattern.compile("(?<![\\w.])opencl(?![\\w.])");

    /** Drivers of devices. For each there is an option of the same name with the number of workers. */
    private static final List<String> DEVICE_DRIVERS = List.of(CommonOptions.OPENCL, CommonOptions.CUDA);

    private static final Pattern SIZE = Pattern.compile("0*[1-9][0-9]{0,17}[kKmMgG]?");

    private final TypedOptions typed;

    /**
     * Checks the options.
     *
     * @throws UsageException if a value is not allowed, or two options exclude each other
     */
    public MachineOptions(TypedOptions typed) {
        this.typed = typed;
        cpu();
        members();
        deviceWorkers();
        workers();
        drivers();
        nodes();
        nodeMemory();
        simulation();
        teams();
    }

    /**
     * Applies the machine to the configuration of a runtime.
     *
     * @param configuration configuration of the runtime
     * @param folder base of relative file names
     * @return a changed copy
     * @throws UsageException if a file with the description of a machine does not exist
     */
    public RuntimeConfiguration appliedTo(RuntimeConfiguration configuration, Path folder) {
        RuntimeConfiguration changed = configuration.withTeams(teams());
        Optional<WorkerSelection> members = workers();
        if (members.isPresent()) {
            changed = changed.withMembers(members.get());
        }
        Optional<SimulationChoice> simulation = simulation();
        if (simulation.isPresent()) {
            changed = changed.withSimulation(simulation.get().in(folder));
        } else if (cpu().isPresent()) {
            changed = changed.withWorkers(CPU_DRIVER, cpu().getAsInt());
        }
        for (Map.Entry<String, Map<String, String>> driver : drivers().entrySet()) {
            for (Map.Entry<String, String> property : driver.getValue().entrySet()) {
                changed = changed.withDriverProperty(driver.getKey(), property.getKey(), property.getValue());
            }
        }
        for (Map.Entry<String, Integer> driver : deviceWorkers().entrySet()) {
            changed = changed.withWorkers(driver.getKey(), driver.getValue());
        }
        return changed;
    }

    public OptionalInt cpu() {
        return typed.value(CommonOptions.CPU).isEmpty()
                ? OptionalInt.empty()
                : OptionalInt.of((int) typed.integer(CommonOptions.CPU, 1, 0, MOST_WORKERS));
    }

    /**
     * Refuses a run without cores whose runtime has no other workers either, because it would wait for one forever.
     * Call it when the runtime is there: only drivers know the devices, and the members that have joined.
     *
     * @throws UsageException if the options ask for no cores, and for no other workers
     */
    public void refuseNoCores() {
        boolean asksForOthers = deviceWorkers().values().stream().anyMatch(number -> number > 0) || members() > 0;
        if (cpu().orElse(1) == 0
                && !asksForOthers
                && typed.value(CommonOptions.SIM).isEmpty()) {
            throw new UsageException("option '--cpu' is '0', and there are no other workers: ask for some, as with"
                    + " --opencl 1, --cuda 1 or --members 1, or let members join");
        }
    }

    /** Returns the number of members to start on this machine. */
    public int members() {
        return (int) typed.integer(CommonOptions.MEMBERS, 0, 0, MOST_MEMBERS);
    }

    /** Returns the maximum number of workers per device driver, by driver name. */
    public Map<String, Integer> deviceWorkers() {
        Map<String, Integer> most = new LinkedHashMap<>();
        for (String driver : DEVICE_DRIVERS) {
            if (typed.value(driver).isPresent()) {
                most.put(driver, (int) typed.integer(driver, 0, 0, MOST_WORKERS));
            }
        }
        return most;
    }

    /** Returns the workers that run tasks; empty for all. */
    public Optional<WorkerSelection> workers() {
        try {
            return typed.value(CommonOptions.WORKERS).map(WorkerSelection::parse);
        } catch (IllegalArgumentException wrong) {
            throw new UsageException("option '--workers': " + wrong.getMessage());
        }
    }

    /**
     * Returns the options for drivers, by driver name.
     *
     * @throws UsageException if another option sets the same
     */
    public Map<String, Map<String, String>> drivers() {
        Map<String, Map<String, String>> told = DriverChoice.parse(typed.values(CommonOptions.DRIVER));
        nodes().ifPresent(nodes -> tell(told, CPU_DRIVER, CPU_NODES, Integer.toString(nodes), CommonOptions.NODES));
        nodeMemory().ifPresent(size -> tell(told, CPU_DRIVER, CPU_NODE_MEMORY, size, CommonOptions.NODE_MEMORY));
        if (typed.value(CommonOptions.OPENCL).isEmpty()
                && NAMES_OPENCL
                        .matcher(typed.value(CommonOptions.WORKERS).orElse(""))
                        .find()) {
            told.computeIfAbsent(CommonOptions.OPENCL, any -> new LinkedHashMap<>())
                    .putIfAbsent(OPENCL_ON_CPUS, "true");
        }
        return told;
    }

    /** Returns the drivers in {@code --driver} options. */
    public List<String> toldDrivers() {
        return List.copyOf(
                DriverChoice.parse(typed.values(CommonOptions.DRIVER)).keySet());
    }

    private static void tell(
            Map<String, Map<String, String>> told, String driver, String property, String value, String option) {
        if (told.computeIfAbsent(driver, any -> new LinkedHashMap<>()).put(property, value) != null) {
            throw new UsageException("option '--driver' says '" + property + "' of driver '" + driver
                    + "', and so does --" + option + ": give one of them only");
        }
    }

    public TeamSettings teams() {
        try {
            return TeamSettings.parse(typed.value(CommonOptions.TEAMS).orElse(""));
        } catch (IllegalArgumentException wrong) {
            throw new UsageException("option '--teams': " + wrong.getMessage());
        }
    }

    public OptionalInt nodes() {
        if (typed.value(CommonOptions.NODES).isEmpty()) {
            return OptionalInt.empty();
        }
        int nodes = (int) typed.integer(CommonOptions.NODES, 1, 1, MOST_NODES);
        if (nodes > cpu().orElse(MOST_NODES)) {
            throw new UsageException("option '--nodes' is '" + nodes + "', but '--cpu' is '" + cpu().getAsInt()
                    + "'; each memory node needs a worker: give at least as many of these");
        }
        return OptionalInt.of(nodes);
    }

    public Optional<String> nodeMemory() {
        Optional<String> size = typed.value(CommonOptions.NODE_MEMORY).map(String::strip);
        if (size.isPresent() && !SIZE.matcher(size.get()).matches()) {
            throw new UsageException("option '--node-memory' is '" + size.get()
                    + "'; allowed are sizes in bytes, more than 0, such as 65536, 64k, 16m or 1g");
        }
        if (size.isPresent() && nodes().orElse(1) == 1) {
            throw new UsageException("option '--node-memory' is for the memory nodes beside main memory,"
                    + " and there is none: give --nodes 2 or more, too");
        }
        return size;
    }

    /**
     * Returns the simulated machine, if there is one.
     *
     * @throws UsageException if options exclude each other
     */
    public Optional<SimulationChoice> simulation() {
        Optional<String> machine = typed.value(CommonOptions.SIM);
        List<String> needing = new ArrayList<>();
        if (typed.flag(CommonOptions.EXECUTE)) {
            needing.add(CommonOptions.EXECUTE);
        }
        if (typed.value(CommonOptions.SIM_OPTION).isPresent()) {
            needing.add(CommonOptions.SIM_OPTION);
        }
        if (machine.isEmpty()) {
            if (!needing.isEmpty()) {
                throw new UsageException("option '--" + needing.getFirst()
                        + "' is for runs on a described machine: give --sim FILE|MACHINE, too");
            }
            return Optional.empty();
        }
        for (String real : List.of(
                CommonOptions.NODES,
                CommonOptions.NODE_MEMORY,
                CommonOptions.OPENCL,
                CommonOptions.CUDA,
                CommonOptions.MEMBERS,
                CommonOptions.DRIVER)) {
            if (typed.value(real).isPresent()) {
                throw new UsageException("option '--" + real
                        + "' does not go together with --sim: the description of the machine says which "
                        + "workers and memory nodes there are; --sim-option can change it");
            }
        }
        return Optional.of(SimulationChoice.parse(
                machine.get(), typed.value(CommonOptions.SIM_OPTION), typed.flag(CommonOptions.EXECUTE), cpu()));
    }
}
