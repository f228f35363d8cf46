package org.asterism.shell.gogo.internal.run;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.asterism.api.TeamSettings;
import org.asterism.api.WorkerSelection;
import org.asterism.api.model.Calibration;
import org.asterism.spi.application.ApplicationOption;
import org.asterism.spi.application.UsageException;

/**
 * What was typed behind an application's name: {@code --name value}, {@code --name=value} and {@code --flag}, in any order.
 */
public final class RunOptions {
    private static final int MOST_WORKERS = 65_536;
    private static final int MOST_NODES = 64;

    /** The name under which processor cores are opened. */
    static final String CPU_DRIVER = "cpu";

    /** The property of that driver that says over how many memory nodes its workers are dealt out. */
    private static final String CPU_NODES = "memory.nodes";

    /** The property of that driver that says how large each of these is. */
    private static final String CPU_NODE_MEMORY = "memory.limit";

    /** The property of the driver for OpenCL that has it open devices that are CPUs. */
    private static final String OPENCL_ON_CPUS = "cpu.devices";

    private static final Pattern NAMES_OPENCL = Pattern.compile("(?<![\\w.])opencl(?![\\w.])");

    /** What describes a runtime that is made for the run. */
    private static final List<String> OF_A_RUNTIME = List.of(
            CommonOptions.POLICY,
            CommonOptions.TREE,
            CommonOptions.CPU,
            CommonOptions.OPENCL,
            CommonOptions.CUDA,
            CommonOptions.WORKERS,
            CommonOptions.DRIVER,
            CommonOptions.TEAMS,
            CommonOptions.NODES,
            CommonOptions.NODE_MEMORY,
            CommonOptions.SIM,
            CommonOptions.SIM_OPTION,
            CommonOptions.EXECUTE,
            CommonOptions.CALIBRATE,
            CommonOptions.STARPU_MODELS);

    private static final Set<String> REPEATABLE = Set.of(CommonOptions.SIM_OPTION, CommonOptions.DRIVER);

    /** Drivers of devices, which have an option of the same name that says how many workers. */
    private static final List<String> DEVICE_DRIVERS = List.of(CommonOptions.OPENCL, CommonOptions.CUDA);

    private static final Pattern SIZE = Pattern.compile("0*[1-9][0-9]{0,17}[kKmMgG]?");
    private static final int MOST_RUNS = 1_000_000;
    private static final long USUAL_SEED = 1;

    private final Map<String, List<String>> values = new HashMap<>();
    private final Set<String> flags = new HashSet<>();

    private RunOptions() {}

    /**
     * Reads options.
     *
     * @param application what is run, for messages
     * @param own its own options
     * @param words what was typed
     * @return the options, all common ones checked
     * @throws UsageException if an option is unknown, lacks its value or is given twice, or a common one has a value that
     *     is not allowed
     */
    static RunOptions parse(String application, List<ApplicationOption> own, List<String> words) {
        RunOptions options = new RunOptions();
        List<ApplicationOption> known = Stream.concat(CommonOptions.own(own).stream(), CommonOptions.ALL.stream())
                .toList();
        for (int at = 0; at < words.size(); at++) {
            String word = words.get(at);
            int equals = word.indexOf('=');
            String name = equals < 0 ? word : word.substring(0, equals);
            ApplicationOption option = known.stream()
                    .filter(each -> name.equals("--" + each.name()))
                    .findFirst()
                    .orElseThrow(() -> unknown(application, own, word, name));
            if (option.isFlag()) {
                if (equals >= 0) {
                    throw new UsageException("option '" + name + "' takes no value, but '" + word + "' gives one");
                }
                options.flags.add(option.name());
                continue;
            }
            String value = equals < 0 ? "" : word.substring(equals + 1);
            if (equals < 0 && at + 1 < words.size() && !words.get(at + 1).startsWith("--")) {
                value = words.get(++at);
            }
            if (value.isEmpty()) {
                throw new UsageException("option '" + name + "' needs a value: " + name + " " + option.value());
            }
            List<String> given = options.values.computeIfAbsent(option.name(), any -> new ArrayList<>());
            if (!given.isEmpty() && !REPEATABLE.contains(option.name())) {
                throw new UsageException("option '" + name + "' is given twice");
            }
            given.add(value);
        }
        options.check();
        return options;
    }

    private static UsageException unknown(String application, List<ApplicationOption> own, String word, String name) {
        if (!word.startsWith("-")) {
            return new UsageException(
                    "'" + word + "' is not an option; options of application '" + application + "' begin with --");
        }
        List<String> names = CommonOptions.own(own).stream()
                .map(option -> "--" + option.name())
                .toList();
        List<String> common =
                CommonOptions.ALL.stream().map(option -> "--" + option.name()).toList();
        return new UsageException("unknown option '" + name + "'; application '" + application + "' knows: "
                + String.join(", ", names) + (names.isEmpty() ? "" : ", ") + String.join(", ", common));
    }

    private void check() {
        policy();
        tree();
        swap();
        context();
        cpu();
        deviceWorkers();
        workers();
        someWorkers();
        drivers();
        nodes();
        nodeMemory();
        simulation();
        teams();
        GanttFile.check(this);
        calibration();
        seed();
        repeat();
    }

    /**
     * Where the application's name is among what was typed: options may stand before it.
     *
     * @param words what was typed
     * @return its position, or -1 if there is none
     */
    static int positionOfName(List<String> words) {
        for (int at = 0; at < words.size(); at++) {
            String word = words.get(at);
            if (!word.startsWith("-")) {
                return at;
            }
            boolean takesValue = CommonOptions.ALL.stream()
                    .anyMatch(option -> !option.isFlag() && word.equals("--" + option.name()));
            if (takesValue) {
                at++;
            }
        }
        return -1;
    }

    /** What was typed without the application's name. */
    static List<String> without(List<String> words, int position) {
        List<String> rest = new ArrayList<>(words);
        rest.remove(position);
        return rest;
    }

    Optional<PolicyChoice> policy() {
        return value(CommonOptions.POLICY).map(text -> PolicyChoice.parse(CommonOptions.POLICY, text));
    }

    /** The file that describes the policy as a tree, in place of its name, and the properties of the policy. */
    Optional<PolicyChoice> tree() {
        Optional<PolicyChoice> tree =
                value(CommonOptions.TREE).map(text -> PolicyChoice.parse(CommonOptions.TREE, text));
        if (tree.isPresent() && value(CommonOptions.POLICY).isPresent()) {
            throw new UsageException("option '--tree' does not go together with --policy: the tree is the policy");
        }
        return tree;
    }

    Optional<PolicyChoice> swap() {
        return value(CommonOptions.SWAP).map(text -> PolicyChoice.parse(CommonOptions.SWAP, text));
    }

    /**
     * The context to run in.
     *
     * @throws UsageException if options are given that are for runtimes of one's own
     */
    Optional<String> context() {
        Optional<String> context = value(CommonOptions.CONTEXT);
        if (context.isPresent()) {
            for (String option : OF_A_RUNTIME) {
                if (value(option).isPresent() || flag(option)) {
                    throw new UsageException("option '--" + option + "' does not go together with --context: context '"
                            + context.get() + "' has its policy and workers already; change them with asterism:use and"
                            + " asterism:context");
                }
            }
        }
        return context;
    }

    OptionalInt cpu() {
        return value(CommonOptions.CPU).isEmpty()
                ? OptionalInt.empty()
                : OptionalInt.of((int) integer(CommonOptions.CPU, 1, 0, MOST_WORKERS));
    }

    /** Refuses a run on no cores that names nothing else to run on: it would wait for a worker for ever. */
    private void someWorkers() {
        boolean asksForDevices = deviceWorkers().values().stream().anyMatch(number -> number > 0)
                || workers().isPresent();
        if (cpu().orElse(1) == 0 && !asksForDevices && value(CommonOptions.SIM).isEmpty()) {
            throw new UsageException("option '--cpu' is '0', and no other workers are asked for: ask for some, as with"
                    + " --opencl 1 or --cuda 1");
        }
    }

    /** How many workers drivers of devices shall open at most, by their names. */
    Map<String, Integer> deviceWorkers() {
        Map<String, Integer> most = new LinkedHashMap<>();
        for (String driver : DEVICE_DRIVERS) {
            if (value(driver).isPresent()) {
                most.put(driver, (int) integer(driver, 0, 0, MOST_WORKERS));
            }
        }
        return most;
    }

    /** The workers that run tasks; empty for all. */
    Optional<WorkerSelection> workers() {
        try {
            return value(CommonOptions.WORKERS).map(WorkerSelection::parse);
        } catch (IllegalArgumentException wrong) {
            throw new UsageException("option '--workers': " + wrong.getMessage());
        }
    }

    /**
     * What drivers are told, by their names.
     *
     * @throws UsageException if that is told by another option, too
     */
    Map<String, Map<String, String>> drivers() {
        Map<String, Map<String, String>> told =
                DriverChoice.parse(values.getOrDefault(CommonOptions.DRIVER, List.of()));
        nodes().ifPresent(nodes -> tell(told, CPU_DRIVER, CPU_NODES, Integer.toString(nodes), CommonOptions.NODES));
        nodeMemory().ifPresent(size -> tell(told, CPU_DRIVER, CPU_NODE_MEMORY, size, CommonOptions.NODE_MEMORY));
        if (value(CommonOptions.OPENCL).isEmpty()
                && NAMES_OPENCL.matcher(value(CommonOptions.WORKERS).orElse("")).find()) {
            told.computeIfAbsent(CommonOptions.OPENCL, any -> new LinkedHashMap<>())
                    .putIfAbsent(OPENCL_ON_CPUS, "true");
        }
        return told;
    }

    /** The drivers that are named behind {@code --driver}. */
    List<String> toldDrivers() {
        return List.copyOf(DriverChoice.parse(values.getOrDefault(CommonOptions.DRIVER, List.of()))
                .keySet());
    }

    private static void tell(
            Map<String, Map<String, String>> told, String driver, String property, String value, String option) {
        if (told.computeIfAbsent(driver, any -> new LinkedHashMap<>()).put(property, value) != null) {
            throw new UsageException("option '--driver' says '" + property + "' of driver '" + driver
                    + "', and so does --" + option + ": give one of them only");
        }
    }

    TeamSettings teams() {
        try {
            return TeamSettings.parse(value(CommonOptions.TEAMS).orElse(""));
        } catch (IllegalArgumentException wrong) {
            throw new UsageException("option '--teams': " + wrong.getMessage());
        }
    }

    OptionalInt nodes() {
        if (value(CommonOptions.NODES).isEmpty()) {
            return OptionalInt.empty();
        }
        int nodes = (int) integer(CommonOptions.NODES, 1, 1, MOST_NODES);
        if (nodes > cpu().orElse(MOST_NODES)) {
            throw new UsageException("option '--nodes' is '" + nodes + "', but '--cpu' is '" + cpu().getAsInt()
                    + "'; each memory node needs a worker: give at least as many of these");
        }
        return OptionalInt.of(nodes);
    }

    Optional<String> nodeMemory() {
        Optional<String> size = value(CommonOptions.NODE_MEMORY).map(String::strip);
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

    Calibration calibration() {
        String word = value(CommonOptions.CALIBRATE).orElse("off");
        if (!word.equals("off") && value(CommonOptions.SIM).isPresent()) {
            throw new UsageException("option '--calibrate' does not go together with --sim: the description of the"
                    + " machine says how long kernels take, and nothing is learnt");
        }
        return switch (word) {
            case "off" -> Calibration.OFF;
            case "on" -> Calibration.ON;
            case "scratch" -> Calibration.FROM_SCRATCH;
            default ->
                throw new UsageException("option '--calibrate' is '" + word + "'; allowed are off, on and scratch");
        };
    }

    /** The folder of StarPU's calibrations, which has to be there. */
    Optional<Path> starpuModels(Path folder) {
        Optional<Path> given = value(CommonOptions.STARPU_MODELS).map(folder::resolve);
        if (given.isPresent() && !Files.isDirectory(given.get())) {
            throw new UsageException("option '--starpu-models' is '"
                    + value(CommonOptions.STARPU_MODELS).get() + "', but there is no folder " + given.get()
                    + "; give the one that has the folder codelets in it");
        }
        return given;
    }

    /**
     * The machine that is described, if one is.
     *
     * @throws UsageException if options are given that do not go together
     */
    Optional<SimulationChoice> simulation() {
        Optional<String> machine = value(CommonOptions.SIM);
        List<String> needing = new ArrayList<>();
        if (flag(CommonOptions.EXECUTE)) {
            needing.add(CommonOptions.EXECUTE);
        }
        if (value(CommonOptions.SIM_OPTION).isPresent()) {
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
                CommonOptions.DRIVER)) {
            if (value(real).isPresent()) {
                throw new UsageException(
                        "option '--" + real
                                + "' does not go together with --sim: the description of the machine says which workers and memory nodes there are; --sim-option can change it");
            }
        }
        return Optional.of(SimulationChoice.parse(
                machine.get(), value(CommonOptions.SIM_OPTION), flag(CommonOptions.EXECUTE), cpu()));
    }

    long seed() {
        return integer(CommonOptions.SEED, USUAL_SEED, Long.MIN_VALUE, Long.MAX_VALUE);
    }

    int repeat() {
        return (int) integer(CommonOptions.REPEAT, 1, 1, MOST_RUNS);
    }

    boolean json() {
        return flag(CommonOptions.JSON);
    }

    boolean quiet() {
        return flag(CommonOptions.QUIET);
    }

    boolean help() {
        return flag(CommonOptions.HELP);
    }

    Optional<String> value(String option) {
        return Optional.ofNullable(values.get(option)).map(given -> String.join(",", given));
    }

    boolean flag(String option) {
        return flags.contains(option);
    }

    long integer(String option, long fallback, long least, long most) {
        Optional<String> text = value(option);
        if (text.isEmpty()) {
            return fallback;
        }
        try {
            long value = Long.parseLong(text.get().strip());
            if (value >= least && value <= most) {
                return value;
            }
        } catch (NumberFormatException noNumber) {
            // The message below says what is allowed, which is all that this exception could tell.
        }
        String from = least == Long.MIN_VALUE ? "" : " from " + least;
        String to = most == Long.MAX_VALUE ? "" : " to " + most;
        throw new UsageException(
                "option '--" + option + "' is '" + text.get() + "'; allowed are whole numbers" + from + to);
    }

    double number(String option, double fallback, double least, double most) {
        Optional<String> text = value(option);
        if (text.isEmpty()) {
            return fallback;
        }
        try {
            double value = Double.parseDouble(text.get().strip());
            if (value >= least && value <= most) {
                return value;
            }
        } catch (NumberFormatException noNumber) {
            // The message below says what is allowed, which is all that this exception could tell.
        }
        throw new UsageException(
                "option '--" + option + "' is '" + text.get() + "'; allowed are numbers from " + least + " to " + most);
    }
}
