package org.asterism.run.internal.option;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.asterism.api.model.Calibration;
import org.asterism.run.option.CommonOptions;
import org.asterism.run.option.PolicyChoice;
import org.asterism.spi.application.ApplicationOption;
import org.asterism.spi.application.UsageException;

/** Options of a run that every application has. */
public final class RunOptions {
    /** Options that describe a runtime which is created for the run. */
    private static final List<String> OF_A_RUNTIME = List.of(
            CommonOptions.POLICY,
            CommonOptions.TREE,
            CommonOptions.CPU,
            CommonOptions.OPENCL,
            CommonOptions.CUDA,
            CommonOptions.MEMBERS,
            CommonOptions.WORKERS,
            CommonOptions.DRIVER,
            CommonOptions.TEAMS,
            CommonOptions.NODES,
            CommonOptions.NODE_MEMORY,
            CommonOptions.SIM,
            CommonOptions.SIM_OPTION,
            CommonOptions.EXECUTE,
            CommonOptions.CALIBRATE,
            CommonOptions.STARPU_MODELS,
            CommonOptions.NO_PREFETCH);

    private static final int MOST_RUNS = 1_000_000;
    private static final long USUAL_SEED = 1;

    private final TypedOptions typed;
    private final MachineOptions machine;

    private RunOptions(TypedOptions typed) {
        this.typed = typed;
        policy();
        tree();
        swap();
        context();
        machine = new MachineOptions(typed);
        GanttFile.check(this);
        TraceFile.check(this);
        calibration();
        seed();
        repeat();
    }

    /**
     * Reads options.
     *
     * @param application name of the application, for messages
     * @param own options of the application
     * @param words typed words
     * @return the options; the common ones are checked
     * @throws UsageException if an option is unknown, has no value or occurs twice, or if the value of a common option
     *     is not allowed
     */
    public static RunOptions parse(String application, List<ApplicationOption> own, List<String> words) {
        return new RunOptions(TypedOptions.parse(application, own, words));
    }

    /** Returns all typed options, including those for the application. */
    public TypedOptions typed() {
        return typed;
    }

    /** Returns the machine of the run, unless it runs in a context. */
    public MachineOptions machine() {
        return machine;
    }

    public Optional<PolicyChoice> policy() {
        return typed.value(CommonOptions.POLICY).map(text -> PolicyChoice.parse(CommonOptions.POLICY, text));
    }

    /** Returns the file with a tree as the policy, instead of a name, with the properties of the policy. */
    public Optional<PolicyChoice> tree() {
        Optional<PolicyChoice> tree =
                typed.value(CommonOptions.TREE).map(text -> PolicyChoice.parse(CommonOptions.TREE, text));
        if (tree.isPresent() && typed.value(CommonOptions.POLICY).isPresent()) {
            throw new UsageException("option '--tree' does not go together with --policy: the tree is the policy");
        }
        return tree;
    }

    public Optional<PolicyChoice> swap() {
        return typed.value(CommonOptions.SWAP).map(text -> PolicyChoice.parse(CommonOptions.SWAP, text));
    }

    /**
     * Returns the context in which to run.
     *
     * @throws UsageException if there are options that only apply to a new runtime
     */
    public Optional<String> context() {
        Optional<String> context = typed.value(CommonOptions.CONTEXT);
        if (context.isPresent()) {
            for (String option : OF_A_RUNTIME) {
                if (typed.has(option)) {
                    throw new UsageException("option '--" + option + "' does not go together with --context: context '"
                            + context.get() + "' has its policy and workers already; change them with asterism:use and"
                            + " asterism:context");
                }
            }
        }
        return context;
    }

    public Calibration calibration() {
        String word = typed.value(CommonOptions.CALIBRATE).orElse("off");
        if (!word.equals("off") && typed.value(CommonOptions.SIM).isPresent()) {
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

    /** Returns the folder of StarPU's calibrations, which must exist. */
    public Optional<Path> starpuModels(Path folder) {
        Optional<Path> given = typed.value(CommonOptions.STARPU_MODELS).map(folder::resolve);
        if (given.isPresent() && !Files.isDirectory(given.get())) {
            throw new UsageException("option '--starpu-models' is '"
                    + typed.value(CommonOptions.STARPU_MODELS).get() + "', but there is no folder " + given.get()
                    + "; give the one that has the folder codelets in it");
        }
        return given;
    }

    public boolean prefetch() {
        return !typed.flag(CommonOptions.NO_PREFETCH);
    }

    public long seed() {
        return typed.integer(CommonOptions.SEED, USUAL_SEED, Long.MIN_VALUE, Long.MAX_VALUE);
    }

    public int repeat() {
        return (int) typed.integer(CommonOptions.REPEAT, 1, 1, MOST_RUNS);
    }

    public boolean stats() {
        return typed.flag(CommonOptions.STATS);
    }

    public boolean replace() {
        return typed.flag(CommonOptions.REPLACE);
    }

    public boolean json() {
        return typed.flag(CommonOptions.JSON);
    }

    public boolean quiet() {
        return typed.flag(CommonOptions.QUIET);
    }

    public boolean help() {
        return typed.flag(CommonOptions.HELP);
    }
}
