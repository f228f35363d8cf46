package org.asterism.run.option;

import java.util.List;
import org.asterism.spi.application.ApplicationOption;

/** Options that every application has. */
public final class CommonOptions {
    /** The name of {@code --policy}, without dashes. */
    public static final String POLICY = "policy";

    /** The name of {@code --tree}, without dashes. */
    public static final String TREE = "tree";

    /** The name of {@code --swap}, without dashes. */
    public static final String SWAP = "swap";

    /** The name of {@code --context}, without dashes. */
    public static final String CONTEXT = "context";

    /** The name of {@code --cpu}, without dashes. */
    public static final String CPU = "cpu";

    /** The name of {@code --opencl}, without dashes. */
    public static final String OPENCL = "opencl";

    /** The name of {@code --cuda}, without dashes. */
    public static final String CUDA = "cuda";

    /** The name of {@code --members}, without dashes. */
    public static final String MEMBERS = "members";

    /** The name of {@code --workers}, without dashes. */
    public static final String WORKERS = "workers";

    /** The name of {@code --driver}, without dashes. */
    public static final String DRIVER = "driver";

    /** The name of {@code --teams}, without dashes. */
    public static final String TEAMS = "teams";

    /** The name of {@code --nodes}, without dashes. */
    public static final String NODES = "nodes";

    /** The name of {@code --node-memory}, without dashes. */
    public static final String NODE_MEMORY = "node-memory";

    /** The name of {@code --sim}, without dashes. */
    public static final String SIM = "sim";

    /** The name of {@code --sim-option}, without dashes. */
    public static final String SIM_OPTION = "sim-option";

    /** The name of {@code --execute}, without dashes. */
    public static final String EXECUTE = "execute";

    /** The name of {@code --gantt}, without dashes. */
    public static final String GANTT = "gantt";

    /** The name of {@code --stats}, without dashes. */
    public static final String STATS = "stats";

    /** The name of {@code --trace}, without dashes. */
    public static final String TRACE = "trace";

    /** The name of {@code --replace}, without dashes. */
    public static final String REPLACE = "replace";

    /** The name of {@code --calibrate}, without dashes. */
    public static final String CALIBRATE = "calibrate";

    /** The name of {@code --starpu-models}, without dashes. */
    public static final String STARPU_MODELS = "starpu-models";

    /** The name of {@code --no-prefetch}, without dashes. */
    public static final String NO_PREFETCH = "no-prefetch";

    /** The name of {@code --seed}, without dashes. */
    public static final String SEED = "seed";

    /** The name of {@code --repeat}, without dashes. */
    public static final String REPEAT = "repeat";

    /** The name of {@code --json}, without dashes. */
    public static final String JSON = "json";

    /** The name of {@code --quiet}, without dashes. */
    public static final String QUIET = "quiet";

    /** The name of {@code --debug}, without dashes. */
    public static final String DEBUG = "debug";

    /** The name of {@code --help}, without dashes. */
    public static final String HELP = "help";

    /** All common options, in the order of the help. */
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
                    MEMBERS,
                    "N",
                    "how many other Java virtual machines to start on this machine for the run; their workers"
                            + " run tasks, too. Needs the add-on for clusters"),
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
                    "run on a described machine, in virtual time and without executing kernels: a JSON file, or the "
                            + "name"
                            + " of a machine that the driver sim brings"),
            new ApplicationOption(
                    SIM_OPTION,
                    "key=value[,...]",
                    "what else to tell the driver sim, such as costs and spread of times; may be given several times"),
            ApplicationOption.flag(EXECUTE, "with --sim: execute the kernels, too, to check what they compute"),
            new ApplicationOption(
                    GANTT, "FILE", "draw the schedule, as SVG: what each worker ran when; the name ends in .svg"),
            ApplicationOption.flag(
                    STATS, "profile the run: what workers, links and codelets did, and why workers were idle"),
            new ApplicationOption(
                    TRACE,
                    "FILE",
                    "record the run from start to end in a file, for asterism trace FILE info|report|export"),
            ApplicationOption.flag(REPLACE, "with --trace: replace a recording that is there"),
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

    /**
     * Returns the options without the common ones.
     *
     * @param options options that an application declares
     * @return the application's own options; a common option with the same name takes precedence
     */
    public static List<ApplicationOption> own(List<ApplicationOption> options) {
        return options.stream()
                .filter(option -> ALL.stream().noneMatch(common -> common.name().equals(option.name())))
                .toList();
    }
}
