package org.asterism.shell.gogo.internal.run;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.asterism.shell.gogo.internal.text.Wrapped;
import org.asterism.spi.application.ApplicationOption;

/** The options that every application has, and how they are shown. */
public final class CommonOptions {
    static final String POLICY = "policy";

    static final String TREE = "tree";
    static final String SWAP = "swap";
    static final String CONTEXT = "context";
    static final String CPU = "cpu";
    static final String OPENCL = "opencl";
    static final String CUDA = "cuda";
    static final String WORKERS = "workers";
    static final String DRIVER = "driver";
    static final String TEAMS = "teams";
    static final String NODES = "nodes";
    static final String NODE_MEMORY = "node-memory";
    static final String SIM = "sim";
    static final String SIM_OPTION = "sim-option";
    static final String EXECUTE = "execute";
    static final String GANTT = "gantt";
    static final String CALIBRATE = "calibrate";
    static final String STARPU_MODELS = "starpu-models";
    static final String NO_PREFETCH = "no-prefetch";
    static final String SEED = "seed";
    static final String REPEAT = "repeat";
    static final String JSON = "json";
    static final String QUIET = "quiet";
    static final String DEBUG = "debug";
    static final String HELP = "help";

    /** All of them, in the order in which help shows them. */
    public static final List<ApplicationOption> ALL = List.of(
            new ApplicationOption(
                    POLICY, "NAME[,key=value...]", "the scheduling policy to begin with; eager if not given"),
            new ApplicationOption(
                    TREE,
                    "FILE[,key=value...]",
                    "begin with the tree of components that the file describes, instead of a policy"),
            new ApplicationOption(
                    SWAP, "NAME[,key=value...]", "the policy to change to when half of the tasks have ended"),
            new ApplicationOption(
                    CONTEXT,
                    "NAME",
                    "run in this scheduling context of a runtime that is there, such as the shared one, instead of in a"
                            + " runtime of its own"),
            new ApplicationOption(
                    CPU, "N", "how many CPU workers, from 0 if there are others; as many as configured if not given"),
            new ApplicationOption(
                    OPENCL,
                    "N",
                    "how many OpenCL workers, from 0, also on devices that are CPUs; one for each other device if not"
                            + " given"),
            new ApplicationOption(CUDA, "N", "how many CUDA workers, from 0; one for each device if not given"),
            new ApplicationOption(
                    WORKERS,
                    "SELECTION",
                    "which workers run tasks: a filter such as (|(arch=cpu)(arch=opencl)), or names such as"
                            + " cpu-0..3,opencl-0; all if not given. Who names opencl gets devices that are CPUs, too"),
            new ApplicationOption(
                    DRIVER,
                    "NAME,key=value[,...]",
                    "what to tell a driver, such as opencl,memory.limit=64m; may be given several times"),
            new ApplicationOption(
                    TEAMS,
                    "key=value[,...]",
                    "which CPU workers run parallel tasks together: least=N, most=N, level=TYPE, arity=N, single"),
            new ApplicationOption(
                    NODES,
                    "N",
                    "over how many memory nodes the CPU workers are dealt out, from 1 to 64; data are copied"
                            + " between them; 1 if not given"),
            new ApplicationOption(
                    NODE_MEMORY,
                    "SIZE",
                    "how much memory each node but the first has, in bytes or as 64k, 16m, 1g; no limit if not given"),
            new ApplicationOption(
                    SIM,
                    "FILE|MACHINE",
                    "run on a described machine, in virtual time and without executing kernels: a JSON file, or the name"
                            + " of a machine that the driver sim brings"),
            new ApplicationOption(
                    SIM_OPTION,
                    "key=value[,...]",
                    "what else to tell the driver sim, such as costs and spread of times; may be given several times"),
            ApplicationOption.flag(EXECUTE, "with --sim: execute the kernels, too, to check what they compute"),
            new ApplicationOption(
                    GANTT, "FILE", "draw the schedule, as SVG: what each worker ran when; the name ends in .svg"),
            new ApplicationOption(
                    CALIBRATE,
                    "off|on|scratch",
                    "whether performance models learn: off, only of what they are asked and do not know; on, always;"
                            + " scratch, always and without what was known; off if not given"),
            new ApplicationOption(
                    STARPU_MODELS,
                    "FOLDER",
                    "where StarPU keeps its calibrations, such as ~/.starpu/sampling; read where models know nothing"
                            + " themselves"),
            ApplicationOption.flag(
                    NO_PREFETCH, "the policy fetches no data ahead: those of a task travel when a worker has taken it"),
            new ApplicationOption(SEED, "N", "what random numbers start from, any whole number; 1 if not given"),
            new ApplicationOption(REPEAT, "N", "how often to run, each time with a new runtime; 1 if not given"),
            ApplicationOption.flag(JSON, "one JSON object per run on standard output, and nothing else there"),
            ApplicationOption.flag(QUIET, "no progress bar, and no figures unless --json asks for them"),
            ApplicationOption.flag(DEBUG, "the stack trace of an error, besides its message"),
            ApplicationOption.flag(HELP, "this help"));

    private CommonOptions() {}

    /** The options of an application that are its own: a common one of the same name goes first. */
    static List<ApplicationOption> own(List<ApplicationOption> options) {
        return options.stream()
                .filter(option -> ALL.stream().noneMatch(common -> common.name().equals(option.name())))
                .toList();
    }

    /**
     * How to run an application.
     *
     * @param installed the application
     * @param columns of a line
     * @return lines, without an end of line after the last
     */
    static String help(Applications.Installed installed, int columns) {
        List<ApplicationOption> own = own(installed.application().options());
        List<String> lines = new ArrayList<>();
        lines.add(Wrapped.behind(
                installed.name(), installed.description().isEmpty() ? "" : " - " + installed.description(), columns));
        lines.add("usage: run " + installed.name() + " [options]");
        int width = Stream.concat(own.stream(), ALL.stream())
                .mapToInt(option -> left(option).length())
                .max()
                .orElse(0);
        if (!own.isEmpty()) {
            lines.add("options of its own:");
            own.forEach(option -> lines.add(line(option, width, columns)));
        }
        lines.add("options of every application:");
        ALL.forEach(option -> lines.add(line(option, width, columns)));
        return String.join("\n", lines);
    }

    /** How to run any application. */
    static String help(Applications applications, int columns) {
        List<String> lines = new ArrayList<>();
        lines.add(Wrapped.behind("usage: ", "run APP [options]; " + applications.what(), columns));
        lines.add("'run APP --help' tells the options of one application; all have:");
        int width = ALL.stream().mapToInt(option -> left(option).length()).max().orElse(0);
        ALL.forEach(option -> lines.add(line(option, width, columns)));
        return String.join("\n", lines);
    }

    private static String left(ApplicationOption option) {
        return "--" + option.name() + (option.isFlag() ? "" : " " + option.value());
    }

    private static String line(ApplicationOption option, int width, int columns) {
        String left = left(option);
        return Wrapped.behind("  " + left + " ".repeat(width - left.length() + 2), option.description(), columns);
    }
}
